import './compare.css'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { Comparison } from './Comparison.tsx'

/** What is on the servers of a project beside what should be there. */
export default function ComparePage() {
  const projectId = Number(useParams()['projectId'])
  return (
    <ProjectFrame projectId={projectId} current="compare">
      {(project) => <Comparison key={project.id} project={project} />}
    </ProjectFrame>
  )
}
