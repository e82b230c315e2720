/** Constants and limits that both sides of the wire share (Specification 5 and 9). */

/** Longest a request may take when nothing else is said for the instance. */
export const INSTANCE_TIMEOUT_MS = 60_000
/** What one request gets unless its endpoint says otherwise. */
export const REQUEST_TIMEOUT_MS = 5_000
export const ERROR_TOAST_MS = 5_000
/** The first drop of the websocket retries silently after this long (Specification 4). */
export const SOCKET_RETRY_MS = 60_000
/** Narrower windows get the mobile layout. */
export const MOBILE_BREAKPOINT_PX = 992
export const MENU_WIDTH_PX = 220
export const TOOLBOX_WIDTH_PX = 600

/** Header with the id of the namespace a call works in. */
export const NAMESPACE_HEADER = 'G-N-ID'
/** Header with the id of the user the browser believes to be; checked against the session, never trusted. */
export const USER_HEADER = 'X-User-Id'
/** Header with the hash route of the page that made the call, without its query. */
export const ROUTER_HEADER = 'Router'
export const API_KEY_HEADER = 'X-API-KEY'

/** Cookie that says which namespace the page was left in, so that a canary of one namespace knows its users. */
export const NAMESPACE_COOKIE = 'windlass_namespace'
/** The registry of whoever asks, as JSON. */
export const REGISTRY_PATH = '/registry.json'
/** Where a preview link leads: this path and the link's token. */
export const PREVIEW_PATH = '/preview'
