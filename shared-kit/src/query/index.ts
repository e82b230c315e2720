export { createQueryClient } from './createQueryClient.ts'
