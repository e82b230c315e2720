import { API_KEY_HEADER, type Endpoint, NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import { Type } from 'typebox'

const envelope = (endpoint: Endpoint) =>
  Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Union([endpoint.output, Type.Null()]) })

const queryParameters = (endpoint: Endpoint) => {
  const { properties = {}, required = [] } = endpoint.input as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const requestBody = (endpoint: Endpoint) => {
  if (!endpoint.multipart) return { required: true, content: { 'application/json': { schema: endpoint.input } } }
  const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

const operation = (endpoint: Endpoint) => {
  const takesQuery = endpoint.method === 'GET' || endpoint.multipart
  return {
    tags: [endpoint.path.split('/')[1]],
    operationId: endpoint.path.slice(1).replace('/', '_'),
    ...(takesQuery && { parameters: queryParameters(endpoint) }),
    ...(endpoint.method !== 'GET' && { requestBody: requestBody(endpoint) }),
    ...(endpoint.access === 'public' && { security: [] }),
    ...(typeof endpoint.access !== 'string' && { 'x-permissions': endpoint.access }),
    'x-operation-log': endpoint.logged !== false,
    responses: {
      200: {
        description: 'Always 200: read `code` of the envelope.',
        content: { 'application/json': { schema: envelope(endpoint) } },
      },
    },
  }
}

/** The OpenAPI document of everything that is mounted, made from the contract itself. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  const inHeader = (name: string) => ({ type: 'apiKey', in: 'header', name })
  return {
    openapi: '3.1.0',
    info: { title: 'Windlass', version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'goploy_token' },
        apiKey: inHeader(API_KEY_HEADER),
        namespace: inHeader(NAMESPACE_HEADER),
      },
    },
    security: [
      { session: [], namespace: [] },
      { apiKey: [], namespace: [] },
    ],
  }
}
