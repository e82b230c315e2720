import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { NotifyType } from './enums.ts'
import { Permission } from './permission.ts'
import { ById, Id, listOf, PageInput, pageOf, Timestamp } from './shapes.ts'

/** The receiver is asked and may be slow; it gets ten seconds, and a mail server as many for each step. */
const ASKING_MS = 60_000

/** What a notice is about. */
export const NOTICE_USES = ['deploy', 'monitor', 'server_monitor', 'review', 'console'] as const
export type NoticeUse = (typeof NOTICE_USES)[number]

/** Channels whose text comes from a template; a custom address gets the data itself. */
export const TEMPLATE_TYPES = [NotifyType.WeCom, NotifyType.DingTalk, NotifyType.Feishu, NotifyType.EMail] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]

export const NOTICE_LANGUAGES = ['en', 'zh-cn'] as const
export type NoticeLanguage = (typeof NOTICE_LANGUAGES)[number]

/** Where a notice stands: on its way, received, or given up. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The text of the notices of one use on one channel, for all namespaces. */
export const NotificationTemplate = Type.Object({
  id: Type.Integer(),
  type: Type.Enum(TEMPLATE_TYPES),
  useBy: Type.Enum(NOTICE_USES),
  title: Type.String(),
  template: Type.String(),
  /** Of the words the console adds itself. */
  language: Type.Enum(NOTICE_LANGUAGES),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type NotificationTemplate = Static<typeof NotificationTemplate>

/** One notice on its way to one target, without anything that opens the target. */
export const NotificationDelivery = Type.Object({
  id: Type.Integer(),
  /** Sent along as `Idempotency-Key`, so that a receiver can tell a repetition. */
  deliveryId: Type.String(),
  useBy: Type.Enum(NOTICE_USES),
  type: Type.Enum(NotifyType),
  /** What it is about: the name of a project, a monitor or a server. */
  subject: Type.String(),
  /** The target with its key masked. */
  target: Type.String(),
  state: Type.Enum(DELIVERY_STATES),
  attempts: Type.Integer(),
  /** When it is tried again; "" when it is not. */
  nextTime: Timestamp,
  /** What the receiver said last. */
  answer: Type.String(),
  /** As it was sent; "" before the first attempt, and with a custom address. */
  title: Type.String(),
  /** As it was sent: text, or JSON for a custom address. */
  content: Type.String(),
  /** Why a plain text was sent in place of the template; "" when the template was used. */
  problem: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type NotificationDelivery = Static<typeof NotificationDelivery>

/** A notice as it would be sent. */
export const NoticePreview = Type.Object({
  title: Type.String(),
  text: Type.String(),
  /** What is wrong with the template; "" when nothing is, and otherwise the plain text is shown. */
  problem: Type.String(),
  /** Of a mail: the page that goes along with the text. */
  html: Type.Optional(Type.String()),
})
export type NoticePreview = Static<typeof NoticePreview>

const Title = Type.String({ minLength: 1, maxLength: 255 })
const Template = Type.String({ minLength: 1, maxLength: 20_000 })

export const NotificationTemplateList = endpoint({
  method: 'GET',
  path: '/notification/getList',
  access: [Permission.ShowNotificationPage],
  output: listOf(NotificationTemplate),
})

/** Refused when the template cannot be read or names a field that does not exist. */
export const NotificationTemplateEdit = endpoint({
  method: 'PUT',
  path: '/notification/edit',
  access: [Permission.EditNotification],
  input: Type.Object({
    id: Id,
    title: Title,
    template: Template,
    /** Absent leaves it as it is. */
    language: Type.Optional(Type.Enum(NOTICE_LANGUAGES)),
  }),
  logged: true,
})

/** Gives one template its first text again, or all of them, in one of the languages. */
export const NotificationTemplateReset = endpoint({
  method: 'PUT',
  path: '/notification/reset',
  access: [Permission.EditNotification],
  input: Type.Object({
    /** 0 means all. */
    id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    language: Type.Enum(NOTICE_LANGUAGES),
  }),
  logged: true,
})

/** Renders a template with data like those of a real notice. */
export const NotificationPreview = endpoint({
  method: 'POST',
  path: '/notification/preview',
  access: [Permission.ShowNotificationPage],
  input: Type.Object({
    useBy: Type.Enum(NOTICE_USES),
    type: Type.Enum(TEMPLATE_TYPES),
    title: Type.String({ maxLength: 255 }),
    template: Type.String({ maxLength: 20_000 }),
    language: Type.Optional(Type.Enum(NOTICE_LANGUAGES)),
    /** The end of the good news, or the bad ones. */
    isGood: Type.Optional(Type.Boolean()),
  }),
  output: NoticePreview,
})

/** The fields a template of one use may name, with the value each has in a preview. */
export const NotificationFieldList = endpoint({
  method: 'GET',
  path: '/notification/getFieldList',
  access: [Permission.ShowNotificationPage],
  input: Type.Object({ useBy: Type.Enum(NOTICE_USES) }),
  output: listOf(Type.Object({ path: Type.String(), sample: Type.String() })),
})

/** Sends a notice with sample data at once and waits for the answer; nothing is repeated. */
export const NotificationTest = endpoint({
  method: 'POST',
  path: '/notification/test',
  access: [
    Permission.EditNotification,
    Permission.AddProject,
    Permission.EditProject,
    Permission.AddMonitor,
    Permission.EditMonitor,
    Permission.AddServerWarningRule,
    Permission.EditServerWarningRule,
    Permission.AddCron,
    Permission.EditCron,
  ],
  input: Type.Object({
    useBy: Type.Enum(NOTICE_USES),
    type: Type.Enum(NotifyType),
    target: Type.String({ minLength: 1, maxLength: 1000 }),
    /** A text that is not saved yet; absent takes the saved one. */
    title: Type.Optional(Title),
    template: Type.Optional(Template),
  }),
  output: Type.Object({
    isSent: Type.Boolean(),
    /** What the receiver said, or why it could not be asked. */
    answer: Type.String(),
  }),
  logged: 'without-data',
  timeoutMs: ASKING_MS,
})

/** The notices of the namespace, the latest first, and to super managers those about the console; kept for 90 days. */
export const NotificationDeliveryList = endpoint({
  method: 'GET',
  path: '/notification/getDeliveryList',
  access: [Permission.ShowNotificationPage],
  input: Type.Object({
    state: Type.Optional(Type.Enum([...DELIVERY_STATES, ''])),
    useBy: Type.Optional(Type.Enum([...NOTICE_USES, ''])),
    /** Channel, a `NotifyType`; absent or 0 means all. */
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    ...PageInput,
  }),
  output: pageOf(NotificationDelivery),
})

/** Tries again at once what was given up or waits, with the template as it is now. */
export const NotificationDeliveryRetry = endpoint({
  method: 'PUT',
  path: '/notification/retryDelivery',
  access: [Permission.EditNotification],
  input: ById,
  logged: true,
})
