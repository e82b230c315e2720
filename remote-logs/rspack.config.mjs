import { makeConfig } from '@windlass/shared-kit/federation'

export default makeConfig({ dir: import.meta.dirname, remote: 'logs' })
