/** Sorts of files that look alike to people; each has its icon and its way to be previewed. */
export type FileSort =
  | 'archive'
  | 'audio'
  | 'code'
  | 'config'
  | 'database'
  | 'document'
  | 'font'
  | 'image'
  | 'key'
  | 'log'
  | 'other'
  | 'pdf'
  | 'script'
  | 'sheet'
  | 'slides'
  | 'text'
  | 'video'

const ENDS: Readonly<Record<Exclude<FileSort, 'other'>, string>> = {
  archive: '7z apk bz2 deb gz img iso jar lz lz4 rar rpm tar tbz2 tgz txz war xz zip zst',
  audio: 'aac flac m4a mp3 oga ogg opus wav weba',
  code: 'astro c cc clj cpp cs css dart diff elm erl ex fs go gradle groovy h hpp hs html htm java js jsx kt less lua m mjs cjs mm patch php pl pm proto py r rb rs sass scala scss sql svelte swift tf ts tsx vue xsl zig',
  config:
    'cfg cnf conf config editorconfig env ini json json5 lock plist properties service socket timer toml xml yaml yml',
  database: 'db dump frm ibd mdb myd rdb sqlite sqlite3',
  document: 'doc docx odt pages rtf epub',
  font: 'eot otf ttf woff woff2',
  image: 'avif bmp gif ico jpeg jpg png svg tif tiff webp',
  key: 'asc cer crt csr der gpg jks key p12 pem pfx pub',
  log: 'err log out trace',
  pdf: 'pdf',
  script: 'awk bash bat cmd command csh fish ksh ps1 sh zsh',
  sheet: 'csv numbers ods tsv xls xlsx',
  slides: 'key odp ppt pptx',
  text: 'adoc md markdown rst tex txt',
  video: 'avi m4v mkv mov mp4 mpeg mpg ogv webm',
}

const BY_END = new Map<string, FileSort>(
  Object.entries(ENDS)
    .flatMap(([sort, ends]) =>
      // The keys are the sorts, as the type of the table says. The first to claim an end keeps it.
      ends.split(' ').map((end) => [end, sort as FileSort] as const),
    )
    .toReversed(),
)

const BY_NAME: Readonly<Record<string, FileSort>> = {
  ...{ dockerfile: 'code', makefile: 'script', rakefile: 'code', gemfile: 'config', vagrantfile: 'code' },
  ...{ readme: 'text', license: 'text', changelog: 'text', hosts: 'config', passwd: 'config', fstab: 'config' },
  ...{ '.bashrc': 'script', '.profile': 'script', '.bash_profile': 'script', '.zshrc': 'script' },
  ...{ '.gitignore': 'config', '.gitconfig': 'config', '.htaccess': 'config', '.env': 'config', crontab: 'config' },
  ...{ id_rsa: 'key', id_ed25519: 'key', id_ecdsa: 'key', authorized_keys: 'key', known_hosts: 'key' },
  ...{ syslog: 'log', messages: 'log', dmesg: 'log', jenkinsfile: 'code' },
}

const endOf = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(name.lastIndexOf('.') + 1) : '')

/** The sort of a file by its name; a rotated log (`app.log.1`) is still a log. */
export function fileSort(name: string): FileSort {
  const plain = name.toLowerCase()
  const named = Object.hasOwn(BY_NAME, plain) ? BY_NAME[plain] : undefined
  if (named) return named
  const known = BY_END.get(endOf(plain))
  if (known) return known
  const whole = plain.replace(/([.~-]\d+|\.(bak|old|orig|save|dist|example|sample|swp|tmp|disabled|default)|~)+$/, '')
  return whole === plain ? 'other' : (BY_END.get(endOf(whole)) ?? 'other')
}

const TEXTS: ReadonlySet<FileSort> = new Set(['code', 'config', 'log', 'script', 'text', 'key', 'other', 'sheet'])
const BINARY_ENDS = /\.(xlsx?|ods|numbers|p12|pfx|der|jks|gpg|plist|swp|bin|exe|dll|so|o|a|class|pyc|wasm|dat)$/i

/** How a file is shown. Names prove nothing: a text that turns out not to be one is told as such. */
export type PreviewWay = 'audio' | 'image' | 'none' | 'pdf' | 'text' | 'video'

export function previewWay(name: string): PreviewWay {
  const sort = fileSort(name)
  // A drawing is a page to a browser; its source tells as much.
  if (/\.svgz?$/i.test(name)) return 'text'
  if (/\.tiff?$/i.test(name)) return 'none'
  if (sort === 'image' || sort === 'audio' || sort === 'video' || sort === 'pdf') return sort
  return TEXTS.has(sort) && !BINARY_ENDS.test(name) ? 'text' : 'none'
}
