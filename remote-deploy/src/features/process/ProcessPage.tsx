import './process.css'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { Processes } from './Processes.tsx'

/** What a project runs on its servers, and the commands that look after it. */
export default function ProcessPage() {
  const projectId = Number(useParams()['projectId'])
  return (
    <ProjectFrame projectId={projectId} current="process">
      {(project) => <Processes key={project.id} project={project} />}
    </ProjectFrame>
  )
}
