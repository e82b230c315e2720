import type { Platform } from '../platform/platform.ts'
import { agentModule } from './agent/agent.routes.ts'
import { apiKeyModule } from './apiKey/apiKey.routes.ts'
import { compareModule } from './compare/compare.routes.ts'
import { cronModule } from './cron/cron.routes.ts'
import { crontabModule } from './crontab/crontab.routes.ts'
import { demoModule } from './demo/demo.routes.ts'
import type { DemoService } from './demo/demo.service.ts'
import { deployModule } from './deploy/deploy.routes.ts'
import { firstStepModule } from './firstStep/firstStep.routes.ts'
import { guardModule } from './guard/guard.routes.ts'
import { createGuardService } from './guard/guard.service.ts'
import { identityModule } from './identity/identity.routes.ts'
import { invitationModule } from './invitation/invitation.routes.ts'
import { logModule } from './log/log.routes.ts'
import { metricsModule } from './metrics/metrics.routes.ts'
import { monitorModule } from './monitor/monitor.routes.ts'
import { namespaceModule } from './namespace/namespace.routes.ts'
import { nginxModule } from './nginx/nginx.routes.ts'
import { noticeDeploys } from './notification/deployNotices.ts'
import { notificationModule } from './notification/notification.routes.ts'
import { ownSessionModule } from './ownSession/ownSession.routes.ts'
import { preferenceModule } from './preference/preference.routes.ts'
import { projectModule } from './project/project.routes.ts'
import { projectFileModule } from './projectFile/projectFile.routes.ts'
import { projectProcessModule } from './projectProcess/projectProcess.routes.ts'
import { type ReleaseModule, releaseModule } from './release/release.routes.ts'
import { repositoryModule } from './repository/repository.routes.ts'
import { createRepositoryService } from './repository/repository.service.ts'
import { reviewModule } from './review/review.routes.ts'
import { roleModule } from './role/role.routes.ts'
import { scheduleModule } from './schedule/schedule.routes.ts'
import { scriptModule } from './script/script.routes.ts'
import { createSecondStep, secondFactorModule } from './secondFactor/secondFactor.routes.ts'
import { serverModule } from './server/server.routes.ts'
import { serverProcessModule } from './serverProcess/serverProcess.routes.ts'
import { serverRuleModule } from './serverRule/serverRule.routes.ts'
import { sessionModule } from './session/session.routes.ts'
import { sftpModule } from './sftp/sftp.routes.ts'
import { templateModule } from './template/template.routes.ts'
import { terminalModule } from './terminal/terminal.routes.ts'
import { trainModule } from './train/train.routes.ts'
import { userModule } from './user/user.routes.ts'
import { webhookModule } from './webhook/webhook.routes.ts'

/** Every module, in the order in which they may lean on each other. */
export function mountModules(platform: Platform): { demo: DemoService; releases: ReleaseModule } {
  const roles = roleModule(platform)
  const users = userModule(platform)
  const namespaces = namespaceModule(platform, { roles, users })
  const secondStep = createSecondStep(platform)
  const session = sessionModule(platform, {
    ...{ secondStep: secondStep.factors, preferences: preferenceModule(platform) },
    firstSteps: firstStepModule(platform),
  })
  identityModule(platform, { session })
  secondFactorModule(platform, { ...secondStep, session, users })
  ownSessionModule(platform, { users })
  invitationModule(platform, { namespaces, roles, session, users })
  apiKeyModule(platform, { users })
  logModule(platform)
  const servers = serverModule(platform)
  terminalModule(platform, servers)
  nginxModule(platform, { servers })
  const scripts = scriptModule(platform, { servers, templates: templateModule(platform) })
  serverProcessModule(platform, { servers, scripts })
  crontabModule(platform, { servers, scripts })
  sftpModule(platform, { servers })
  const repositories = createRepositoryService(platform)
  const projects = projectModule(platform, repositories)
  repositoryModule(platform, { projects, repositories })
  const notifications = notificationModule(platform)
  const { metrics, agents, keyring } = metricsModule(platform, { servers })
  agentModule(platform, { servers, metrics, keyring })
  cronModule(platform, { servers, notifications, agents })
  serverRuleModule(platform, { metrics, notifications })
  const projectFiles = projectFileModule(platform, projects)
  const guards = createGuardService(platform)
  const deploys = deployModule(platform, { projects, repositories, servers, guards, projectFiles })
  noticeDeploys(deploys, notifications, projects)
  guardModule(platform, { guards, projects, deploys })
  reviewModule(platform, { projects, repositories, deploys, notifications })
  webhookModule(platform, { projects, deploys, repositories })
  scheduleModule(platform, { projects, deploys })
  trainModule(platform, { projects, deploys })
  compareModule(platform, { projects, repositories, servers })
  projectProcessModule(platform, { projects, repositories, servers })
  monitorModule(platform, { servers, notifications, deploys })
  const releases = releaseModule(platform, notifications)
  return { demo: demoModule(platform, { servers, projects }), releases }
}
