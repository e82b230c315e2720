import { makeConfig } from '@windlass/shared-kit/federation'

export default makeConfig({
  dir: import.meta.dirname,
  providers: { 'react-router-dom': './src/provided/router.ts' },
})
