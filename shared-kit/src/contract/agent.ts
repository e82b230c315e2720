import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { MetricType } from './serverMetrics.ts'
import { Id } from './shapes.ts'

/** Where an agent is put unless somebody says otherwise. */
export const AGENT_PATH = '/opt/windlass-agent'
/** A folder of a server: absolute, and of characters that mean nothing to shells, units and crontabs. */
export const AGENT_PATH_PATTERN = '^(/[A-Za-z0-9_@+][A-Za-z0-9._@+-]*)+$'
/** What an agent calls the console with. `auto` is whichever is there. */
export const AGENT_TOOLS = ['auto', 'curl', 'wget'] as const
/** How many reports fit into one call. */
export const AGENT_REPORTS = 15_000

/** What is done about an agent. */
export const AGENT_ACTIONS = ['install', 'upgrade', 'rotate', 'remove'] as const
export type AgentAction = (typeof AGENT_ACTIONS)[number]
/** How that goes. `interrupted` is what a stop of the console has left. */
export const AGENT_TASK_STATES = ['waiting', 'running', 'success', 'failed', 'interrupted'] as const
export type AgentTaskState = (typeof AGENT_TASK_STATES)[number]
/** What it is made of, in order. */
export const AGENT_STEPS = ['connect', 'tools', 'copy', 'reach', 'start', 'report', 'remove'] as const
export type AgentStepName = (typeof AGENT_STEPS)[number]
/** What keeps an agent running: systemd, that of an account, the crontab, or nothing beyond the program itself. */
export const AGENT_SERVICES = ['systemd', 'systemd-user', 'cron', 'plain'] as const
export type AgentService = (typeof AGENT_SERVICES)[number]

/** One step of what is done on a server. */
export const AgentStep = Type.Object({
  name: Type.Enum([...AGENT_STEPS]),
  state: Type.Enum(['waiting', 'running', 'success', 'failed']),
  /** What was found, "" when there is nothing to say. */
  detail: Type.String(),
})
export type AgentStep = Static<typeof AgentStep>

/** The agent of a server. Times are Unix milliseconds. */
export const AgentState = Type.Object({
  serverId: Type.Integer(),
  serverName: Type.String(),
  /** "" when the console has installed none. */
  installPath: Type.String(),
  tool: Type.Enum([...AGENT_TOOLS]),
  reportURL: Type.String(),
  service: Type.Union([Type.Enum([...AGENT_SERVICES]), Type.Null()]),
  version: Type.String(),
  /** The console has another version than the server. */
  isOutdated: Type.Boolean(),
  installTime: Type.Integer(),
  /** The last thing that was done, or is being done; null before the first. */
  task: Type.Union([
    Type.Object({
      action: Type.Enum([...AGENT_ACTIONS]),
      state: Type.Enum([...AGENT_TASK_STATES]),
      steps: Type.Array(AgentStep),
      /** Why it failed and what to do about it. */
      reason: Type.String(),
      userName: Type.String(),
      startTime: Type.Integer(),
      /** 0 while it goes on. */
      endTime: Type.Integer(),
    }),
    Type.Null(),
  ]),
})
export type AgentState = Static<typeof AgentState>

const SomeServers = Type.Array(Id, { minItems: 1, maxItems: 1000 })

/** Installs the agent, or installs it anew; answers at once, and `InstallAgentStatus` tells how it goes. */
export const InstallAgent = endpoint({
  method: 'POST',
  path: '/server/installAgent',
  access: [Permission.InstallAgent],
  input: Type.Object({
    ids: SomeServers,
    /** An absolute folder; it is made when it is not there. */
    installPath: Type.String({ minLength: 1, maxLength: 255 }),
    /** One of `AGENT_TOOLS`; anything else is `wget`, as clients have always meant it. */
    tool: Type.String({ minLength: 1, maxLength: 20 }),
    /** The console as the servers reach it. */
    reportURL: Type.String({ minLength: 1, maxLength: 1000 }),
    /** Of agents that show a page of their own; this one has none. */
    webPort: Type.Optional(Type.String({ maxLength: 5 })),
  }),
  logged: true,
})

/** The agents of servers, and how far what is being done about them has come. */
export const InstallAgentStatus = endpoint({
  method: 'GET',
  path: '/server/installAgentStatus',
  access: [Permission.InstallAgent, Permission.ShowServerMonitorPage],
  input: Type.Object({
    /** Ids of servers with commas between; all of the namespace when absent. */
    ids: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}(,[0-9]{1,10})*$', maxLength: 12_000 })),
  }),
  output: Type.Object({
    /** What would be installed now. */
    version: Type.String(),
    list: Type.Array(AgentState),
  }),
})

/** Installs the newest version where the agent is, with the settings it has. */
export const UpgradeAgent = endpoint({
  method: 'PUT',
  path: '/server/upgradeAgent',
  access: [Permission.InstallAgent],
  input: Type.Object({ ids: SomeServers }),
  logged: true,
})

/** Gives agents a new key; the old one is worth nothing afterwards. */
export const RotateAgentKey = endpoint({
  method: 'PUT',
  path: '/server/rotateAgentKey',
  access: [Permission.InstallAgent],
  input: Type.Object({ ids: SomeServers }),
  logged: true,
})

/** Ends agents and removes their files; their keys are withdrawn first. */
export const RemoveAgent = endpoint({
  method: 'PUT',
  path: '/server/removeAgent',
  access: [Permission.InstallAgent],
  input: Type.Object({ ids: SomeServers }),
  logged: true,
})

/** Many values in one call, each with the time it was measured at; signed as every call of agents. None proves the way. */
export const AgentReportMany = endpoint({
  method: 'POST',
  path: '/agent/reportMany',
  access: 'public',
  input: Type.Object({
    serverId: Id,
    agentVersion: Type.String({ maxLength: 50 }),
    /** Minutes the clock of the server is ahead of UTC. */
    zone: Type.Integer({ minimum: -1440, maximum: 1440 }),
    reports: Type.Array(
      Type.Object({
        type: Type.Integer({ minimum: MetricType.Cpu, maximum: MetricType.DiskIo }),
        item: Type.String({ minLength: 1, maxLength: 255 }),
        /** Decimal text. */
        value: Type.String({ minLength: 1, maxLength: 255 }),
        /** Unix seconds. */
        time: Type.Integer(),
      }),
      { maxItems: AGENT_REPORTS },
    ),
  }),
  output: Type.Object({
    /** How many were of no use. */
    refused: Type.Integer(),
  }),
})
