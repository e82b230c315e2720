import { type Static, type TSchema, Type } from 'typebox'

/** Names of the icons the host can draw for a route; a name, so that an area's description stays plain data. */
export const ICON_NAMES = [
  'cron',
  'deploy',
  'document',
  'log',
  'member',
  'monitor',
  'namespace',
  'nginx',
  'notification',
  'process',
  'profile',
  'project',
  'release',
  'role',
  'script',
  'server',
  'setting',
  'sftp',
  'terminal',
  'toolbox',
] as const
export type IconName = (typeof ICON_NAMES)[number]

/** Name of an area: of its folder `remote-<id>`, in the registry, and of its texts. */
export const AREA_ID = '^[a-z][a-z0-9-]{0,30}$'
/** Semantic versioning 2.0.0 without build metadata, which no address should hold. */
export const AREA_VERSION =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?$'
/** A file of an artefact, below the area's folder: `<version>/<name>` or, named by its content, `files/<name>`. */
export const FILE_NAME = '^[0-9A-Za-z][0-9A-Za-z.-]*/[0-9A-Za-z_][0-9A-Za-z._-]*$'

export const AreaId = Type.String({ pattern: AREA_ID })
export const AreaVersion = Type.String({ pattern: AREA_VERSION, maxLength: 64 })
const FileName = Type.String({ pattern: FILE_NAME, maxLength: 120 })
/** A list that nobody changes: releases are immutable. */
const fixedList = <Item extends TSchema>(item: Item, limits: { minItems?: number; maxItems?: number } = {}) =>
  Type.Unsafe<readonly Static<Item>[]>(Type.Array(item, limits))
const FileNames = fixedList(FileName, { maxItems: 500 })
/** A path of the console's own addresses, parameters as `:name`. */
export const RoutePath = Type.Unsafe<`/${string}`>(Type.String({ pattern: '^/', maxLength: 200 }))
const Icon = Type.Enum(ICON_NAMES)
const Key = Type.String({ minLength: 1, maxLength: 100 })
/** `sha384-…`, as an `integrity` attribute takes it. */
const Integrity = Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' })

/** One value per language of the console (Specification 1). */
const perLanguage = <Value extends TSchema>(value: Value) => Type.Object({ en: value, 'zh-cn': value })

/** A route as the registry lists it: everything but the page, so that the menu needs no area loaded. */
export const ReleasedRoute = Type.Object({
  /** Full path, parameters as `:name`; the group is found by its first segments. */
  path: RoutePath,
  /** Key below `route` in the area's texts. */
  title: Key,
  icon: Type.Optional(Icon),
  /** Any of these lets the user in; absent means everybody who is signed in (Specification 6). */
  access: Type.Optional(fixedList(Type.Integer(), { minItems: 1 })),
  hidden: Type.Optional(Type.Boolean()),
  pinned: Type.Optional(Type.Boolean()),
  activeMenu: Type.Optional(RoutePath),
  noCache: Type.Optional(Type.Boolean()),
  link: Type.Optional(Type.Unsafe<`http${string}`>(Type.String({ pattern: '^https?://' }))),
  /** The module of the page, as the area's declaration imports it. */
  request: Type.String({ maxLength: 200 }),
  /** What the page needs besides `AreaRelease.files`; loaded ahead when it is the first one shown. */
  files: FileNames,
})
export type ReleasedRoute = Static<typeof ReleasedRoute>

const ReleasedGroup = Type.Object({ path: RoutePath, title: Key, icon: Icon, order: Type.Number() })

const ReleasedDialog = Type.Object({
  id: Key,
  title: Key,
  icon: Icon,
  items: fixedList(Type.Object({ id: Key, title: Key })),
  parameter: Type.Optional(Key),
})

/** One version of an area as the host needs it: written by the build as `release.json`, answered in the registry. */
export const AreaRelease = Type.Object({
  id: AreaId,
  version: AreaVersion,
  /** Folder of all files below, relative to the console's page or absolute for another origin; ends with `/`. */
  base: Type.String({ minLength: 1, maxLength: 500, pattern: '/$' }),
  /** The script that opens the area to the host. */
  entry: FileName,
  /** The global variable it leaves the area in; every version has its own, so that two can be in one page. */
  container: Type.String({ pattern: '^[A-Za-z_$][\\w$]*$', maxLength: 120 }),
  /** What the bundler says about the area: read by the checks of a release, not by the browser. */
  manifest: Type.Object({ file: FileName, integrity: Integrity }),
  /** Subresource integrity of every script and style sheet, by file name. */
  integrity: Type.Record(Type.String(), Integrity),
  /** Needed for every page of the area. */
  files: FileNames,
  /** Needed in one language. */
  textFiles: perLanguage(FileNames),
  groups: fixedList(ReleasedGroup),
  routes: fixedList(ReleasedRoute),
  dialogs: fixedList(ReleasedDialog),
  /** The area's titles in each language, by their key below `route`. */
  titles: perLanguage(Type.Record(Type.String(), Type.String())),
})
export type AreaRelease = Static<typeof AreaRelease>

/** Why an area is known but must not be loaded. */
export const AreaOff = Type.Object({
  /** `operator`: somebody turned it off. `unfit`: it needs another console than this one. */
  reason: Type.Enum(['operator', 'unfit']),
  /** A sentence for people: what the operator wrote, or what does not fit. */
  message: Type.String(),
})
export type AreaOff = Static<typeof AreaOff>

/** Which version of which area this user gets; inlined in the page and answered at `registry.json`. */
export const AreaRegistry = Type.Object({
  remotes: Type.Record(Type.String({ pattern: AREA_ID }), AreaRelease),
  /** Areas that must not be loaded, by id; their releases are in `remotes` all the same, for names and routes. */
  off: Type.Optional(Type.Record(Type.String(), AreaOff)),
  /**
   * What to use instead of a release that fails: the version before it of the same major, whose files are whole.
   * Only at `registry.json?failed=<id>@<version>`, which a page asks for when something failed; the files of that version
   * are then looked at as well.
   */
  previous: Type.Optional(Type.Record(Type.String(), AreaRelease)),
  /** `<id>@<version>` of what was taken back lately: a page that runs one of these offers to reload. */
  withdrawn: Type.Optional(fixedList(Type.String())),
  /** Set while this browser sees a candidate that others do not. */
  preview: Type.Optional(
    Type.Object({
      area: AreaId,
      version: Type.String(),
      /** Where the candidate comes from: "" for a published one, else the origin of a developer's machine. */
      origin: Type.String(),
      /** Unix milliseconds. */
      expireTime: Type.Integer(),
    }),
  ),
  /** Checksum of a registry that lies in a file, so that an edit by hand is noticed instead of served. */
  seal: Type.Optional(Type.String()),
})
export type AreaRegistry = Static<typeof AreaRegistry>

/** What a build of the host offers to areas; written as `host.json` beside its page. */
export const HostFacts = Type.Object({
  version: Type.String(),
  /** Every shared package and its version, by the name areas import it with (`react`, `antd`, `@windlass/shared-kit`). */
  provides: Type.Record(Type.String(), Type.String()),
  /** Every name that is shared, as federation spells it (`antd/es/table`, `@windlass/shared-kit/ui`). */
  sharedNames: fixedList(Type.String()),
  /** Numbers of all permissions there are. */
  permissions: fixedList(Type.Integer()),
  /** Unix milliseconds. */
  buildTime: Type.Integer(),
})
export type HostFacts = Static<typeof HostFacts>

/** Facts about an artefact that checks and comparisons need and browsers do not; `contents.json`, which is what is signed. */
export const ReleaseContents = Type.Object({
  format: Type.Literal(1),
  id: AreaId,
  version: AreaVersion,
  /** Unix milliseconds. */
  buildTime: Type.Integer(),
  /** Revision of the sources, with `-dirty` when they were changed; "" when unknown. */
  commit: Type.String({ maxLength: 80 }),
  /** Range of each shared package the area was built for. */
  needs: Type.Record(Type.String(), Type.String({ maxLength: 40 })),
  /** Every shared name the area consumes, as federation spells it. */
  sharedNames: fixedList(Type.String({ maxLength: 120 }), { maxItems: 500 }),
  /** Permissions the area's routes ask for. */
  permissions: fixedList(Type.Integer()),
  /** Keys of all texts, dotted. */
  texts: perLanguage(fixedList(Type.String({ maxLength: 200 }), { maxItems: 10_000 })),
  /**
   * What the area promises to stay below, in brotli bytes: its heaviest page at a first visit, everything that the console
   * may load of it, and, if it is built for pages elsewhere, the one module for those.
   */
  budget: Type.Object({ page: Type.Integer(), total: Type.Integer(), embed: Type.Optional(Type.Integer()) }),
  /** Every file of the artefact except this one and its signature. */
  files: Type.Record(
    Type.String({ pattern: FILE_NAME }),
    Type.Object({
      bytes: Type.Integer(),
      /** As it travels; equals `bytes` where compression does not pay. */
      brotliBytes: Type.Integer(),
      integrity: Integrity,
    }),
  ),
})
export type ReleaseContents = Static<typeof ReleaseContents>

/** Who vouches for an artefact: an Ed25519 signature over the bytes of `contents.json`; `signature.json`. */
export const ReleaseSignature = Type.Object({
  /** SHA-256 of the public key (SPKI, DER), hex. */
  keyId: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** base64 */
  signature: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }),
})
export type ReleaseSignature = Static<typeof ReleaseSignature>
