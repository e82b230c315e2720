import type { Project } from '@windlass/shared-kit/contract/project'
import { maskedAddress } from '../../components/repositoryAddress.ts'
import { labelsOf } from './projectFields.ts'

interface Wanted {
  search: string
  labels: readonly string[]
  /** "" means any. */
  environment: string
}

/** The projects that hold every word of the search, one of the labels, and belong to the environment. */
export function matchingProjects(projects: readonly Project[], { search, labels, environment }: Wanted): Project[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return projects.filter((project) => {
    const { id, name, url, path, branch } = project
    const text = `#${id}\n${name}\n${maskedAddress(url)}\n${path}\n${branch}`.toLowerCase()
    const own = labelsOf(project.label)
    return (
      words.every((word) => text.includes(word)) &&
      (labels.length === 0 || labels.some((label) => own.includes(label))) &&
      (environment === '' || String(project.environment) === environment)
    )
  })
}
