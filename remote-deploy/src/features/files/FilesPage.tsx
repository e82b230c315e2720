import './files.css'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { FilesBrowser } from './FilesBrowser.tsx'

/** The files that were fetched for the last deploy of a project, as they are on the console's disk. */
export default function FilesPage() {
  const projectId = Number(useParams()['projectId'])
  return (
    <ProjectFrame projectId={projectId} current="files">
      {() => <FilesBrowser key={projectId} projectId={projectId} />}
    </ProjectFrame>
  )
}
