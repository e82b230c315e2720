// Who may import whom (ARCHITECTURE.md). package.json and `exports` fence the packages off; these rules fence off
// what lies inside them.
const remotes = '^remote-([^/]+)/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^shared-kit/src/contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(shared-kit/src/(?!contract/)|host/|remote-|backend/|scripts/|e2e/)' },
    },
    {
      name: 'shared-kit-knows-no-user-of-it',
      severity: 'error',
      from: { path: '^shared-kit/' },
      to: { path: '^(host/|remote-|backend/|scripts/|e2e/)' },
    },
    {
      name: 'host-meets-areas-only-at-run-time',
      severity: 'error',
      from: { path: '^host/', pathNot: '^host/src/mono/' },
      to: { path: '^remote-' },
    },
    {
      name: 'an-area-imports-no-other-area-and-no-host',
      severity: 'error',
      from: { path: remotes },
      to: { path: '^(host/|backend/|remote-)', pathNot: '^remote-$1/' },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^remote-([^/]+)/src/features/([^/]+)/' },
      to: { path: '^remote-$1/src/features/', pathNot: '^remote-$1/src/features/$2/' },
    },
    {
      name: 'backend-uses-only-the-contract-of-the-front-end',
      severity: 'error',
      from: { path: '^backend/' },
      to: { path: '^(shared-kit/src/(?!contract/)|host/|remote-|scripts/)' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^backend/src/modules/' },
    },
    {
      // The release command uses it without a server, and so can anybody who checks an artefact.
      name: 'artefact-needs-no-server',
      severity: 'error',
      from: { path: '^backend/src/artefact/' },
      to: { path: '^backend/src/(?!artefact/)' },
    },
    {
      name: 'a-store-belongs-to-its-module',
      severity: 'error',
      from: { path: '^backend/src/modules/([^/]+)/' },
      to: { path: '^backend/src/modules/[^/]+/[^/]+\\.store\\.ts$', pathNot: '^backend/src/modules/$1/' },
    },
    {
      name: 'production-code-needs-no-test-code',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?|\\.e2e\\.ts)$|/testing/|^e2e/|^scripts/|vitest' },
      to: { path: '/testing/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'jotai-has-one-door',
      severity: 'error',
      from: { pathNot: '^shared-kit/src/session/' },
      to: { path: 'node_modules/jotai' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/|\\.d\\.m?ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
