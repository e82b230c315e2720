import type { FastifyInstance } from 'fastify'

/** Serves the built console: the page itself, its hashed assets and the remotes. */
export async function consoleRoutes(_app: FastifyInstance): Promise<void> {}
