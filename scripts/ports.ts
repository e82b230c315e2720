/** Where each part listens while developing; production needs only the backend's. */
export const PORTS = {
  backend: 8080,
  host: 8100,
  deploy: 8101,
  server: 8102,
  settings: 8103,
  logs: 8104,
  toolbox: 8105,
} as const
