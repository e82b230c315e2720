import './sync.css'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { Files } from './Files.tsx'

/** Files that reach the servers of a project beside what is in its repository. */
export default function SyncPage() {
  const projectId = Number(useParams()['projectId'])
  return (
    <ProjectFrame projectId={projectId} current="sync">
      {(project) => <Files key={project.id} project={project} />}
    </ProjectFrame>
  )
}
