/** Says what kind of file each path of a request is in its place: folders and names are about the person's disk. */
export function nameFileKinds(request: string): string {
  // An address is passed over as a whole: no part of it is a path. Split by a group, it is at the odd places.
  return request
    .split(address)
    .map((part, index) => (index % 2 === 0 ? nameInText(part) : part))
    .join('')
}

type Span = { readonly start: number; readonly end: number }
type NamedPath = Span & { readonly kind: string }

const address = /(?<![a-z\d+.-])((?!file:)[a-z][a-z\d+.-]{0,30}:\/\/[^\s"<>]*)/iu

// Letters of scripts that write no blank between words: there, the words of the request touch the path.
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309a\u30fc\uff70`
const letter = String.raw`\p{L}\p{M}\p{N}`

// What is between quotes is a path if it begins like one and no sentence or clause ends in it. Its length is bounded, so that
// a lone quote costs little.
const quotes = ['""', "''", '``', '“”', '„“', '‘’', '«»', '「」']
const openingQuotes = quotes.map((pair) => pair.charAt(0)).join('')
const quotedPaths = quotes.map(
  ([open, close]) =>
    String.raw`${open}@?(?:file:\/\/|[a-z]:|~|\.{0,2})[/\\](?:[^${open}${close}"\n。.!?:;,]|[.!?:;,](?!\s)){0,300}\.[a-z][a-z\d]{0,7}${close}`,
)
// A run has no blank in it, nor what else stands around a path.
const runParts = [
  String.raw`[${letter}\p{Join_Control}\p{So}_.~$+&=@%#!?*^·–\/\\-]`,
  String.raw`(?<=\\) (?=[${letter}_.~-])`,
  String.raw`(?<=[${letter}])['’](?=[${letter}])`,
  // `report(1.2)`, but not the brackets around a path or a file.
  String.raw`[([{](?:[^\s()[\]{}"\x60<>/\\.]|\.(?=\d)){0,40}[)\]}]`,
  // Behind a drive, or `file`.
  String.raw`(?<=(?<![a-z\d_])[a-z]):(?=[/\\])|(?<=(?<![a-z\d_])file):(?=\/\/)`,
]
const places = new RegExp(
  String.raw`(?:${runParts.join('|')})+|(?<![${letter}_](?<![${unspaced}]))(?:${quotedPaths.join('|')})`,
  'giu',
)

function nameInText(text: string): string {
  if (!hasSlash(text)) return text
  let named = ''
  let copiedTo = 0
  let folder: Span | undefined
  for (const { 0: found, index } of text.matchAll(places)) {
    if (!hasSlash(found)) continue
    const isQuoted = openingQuotes.includes(found.charAt(0))
    const paths = isQuoted ? pathInQuotes(found) : isPartOfAddress(text, index, found) ? [] : pathsInRun(found)
    const end = index + found.length
    const continued = folder !== undefined && continuesFolder(text.slice(folder.end, end), found) ? folder : undefined
    for (const path of paths) {
      const start = path.start === 0 && continued !== undefined ? continued.start : index + path.start
      named += `${text.slice(copiedTo, start)}${/^[aeio]/i.test(path.kind) ? 'an' : 'a'} ${path.kind}`
      copiedTo = index + path.end
    }
    if (continued !== undefined && paths.length === 0) folder = { start: continued.start, end }
    else folder = paths.length === 0 && !isQuoted ? folderIn(found, index) : undefined
  }
  return named + text.slice(copiedTo)
}

function hasSlash(text: string): boolean {
  return text.includes('/') || text.includes('\\')
}

function pathInQuotes(quoted: string): readonly NamedPath[] {
  const kind = fileKind(quoted.slice(quoted.lastIndexOf('.') + 1, -1))
  return kind === undefined ? [] : [{ start: 0, end: quoted.length, kind }]
}

/** Whether a run is what follows a host and a colon, or a name before `://`. */
function isPartOfAddress(text: string, index: number, found: string): boolean {
  return text[index - 1] === ':' || text.startsWith('://', index + found.length)
}

// `.docx` of `.docx`, `.docx的内容` and `.docx's`; not of `.docx/x` and `.docx.bak`. The group says that the name is
// surely over.
const endingHere = new RegExp(
  String.raw`^\.[a-z][a-z\d]{0,7}(?!(?![${unspaced}])[${letter}_~/\\-]|\.[${letter}_])(?:(?=($|[${unspaced}]))|)`,
  'iu',
)
const lookedAtOfEnding = 20

function pathsInRun(found: string): readonly NamedPath[] {
  const paths: NamedPath[] = []
  let from = 0
  for (let dotAt = found.indexOf('.'); dotAt !== -1; dotAt = found.indexOf('.', dotAt + 1)) {
    const ending = endingHere.exec(found.slice(dotAt, dotAt + lookedAtOfEnding))
    if (ending === null) continue
    const kind = fileKind(ending[0].slice(1))
    // An ending that nobody knows may be in the middle of a name: `v1.final(2).pdf`.
    if (kind === undefined && ending[1] === undefined) continue
    const end = dotAt + ending[0].length
    const start = pathStart(found.slice(from, end))
    if (start === 'address') break
    if (kind !== undefined && start !== undefined) paths.push({ start: from + start, end, kind })
    from = end
  }
  return paths
}

const wordsBeforePath = new RegExp(String.raw`^.*[=${unspaced}]`, 'su')
const noNameStart = new RegExp(String.raw`^[^${letter}_.~$@%/\\([{-]+`, 'u')

/** Where a path begins in a run that it ends: words may touch it, or a name and `=`, but only before its first slash. */
function pathStart(found: string): number | 'address' | undefined {
  const slashAt = found.search(/[/\\]/)
  if (slashAt === -1) return undefined
  if (slashAt === 0) return 0
  const first = found.slice(0, slashAt)
  if (found[slashAt] === '/' && isHost(first)) return 'address'
  const words = wordsBeforePath.exec(first)?.[0].length ?? 0
  const start = words + (noNameStart.exec(first.slice(words))?.[0].length ?? 0)
  return first.lastIndexOf('@') > start ? 'address' : start
}

const explicitFolder = new RegExp(
  String.raw`^(?:[^/\\]*[=${unspaced}])?(?=(?:~|[a-z]:)[/\\]|\$home[/\\]|[/\\](?:users|home)[/\\])`,
  'iu',
)
const relativePath = /^(?![~$@/\\]|\.{1,2}[/\\]|[a-z]:)/i

/** A folder of the person's disk that a run ends with: its name may go on behind a blank. */
function folderIn(found: string, index: number): Span | undefined {
  const words = explicitFolder.exec(found)?.[0].length
  if (words === undefined || /[/\\.!?]$|\.[a-z]\w*$/i.test(found)) return undefined
  return { start: index + words, end: index + found.length }
}

/** Whether a run goes on with the folder that the run before it ends with, as in `~/My Documents/a.pdf`. */
function continuesFolder(behindFolder: string, found: string): boolean {
  const isNext = behindFolder.length === found.length + 1 && /^[ ,;]/.test(behindFolder)
  return isNext && relativePath.test(found) && pathStart(found) === 0
}

const topLevels = new Set(
  (
    'com org net io dev edu gov int mil info biz app ai co me tv example test xyz online site website web tech technology store ' +
    'shop blog page news live life world today space cloud link click top club pro name email chat social media agency studio ' +
    'design digital tools software systems solutions services network academy education university school health finance law art ' +
    'wiki one fun games zone guru gg fm ly so sh to cc ws uk us eu de fr it es nl ch at be se no dk pl ru cn jp in br ca au nz ie ' +
    'pt gr fi ee lv lt cz sk hu ro bg hr rs si ua by kz tr il ir ae sa eg ng ke za mx ar cl pe ve kr tw hk sg th vn id ph ' +
    'my pk bd lk np lu li cat asia africa berlin london nyc jobs travel museum mobi'
  ).split(' '),
)

/** Whether a path that begins so begins with a host, as people write addresses that they know by heart. */
function isHost(first: string): boolean {
  const dotAt = first.lastIndexOf('.')
  return (
    dotAt > 0 && /[\p{L}\p{N}]/u.test(first.charAt(dotAt - 1)) && topLevels.has(first.slice(dotAt + 1).toLowerCase())
  )
}

/** What people call a file by its ending, in any case; undefined for one that says nothing, such as `.key`. */
export function fileKind(ending: string): string | undefined {
  return kinds.get(ending.toLowerCase())
}

// Not programs: where they lie in a project says what they are about.
const kinds = new Map(
  Object.entries({
    'Markdown file': 'md markdown mdx',
    'text file': 'txt text log',
    'org-mode file': 'org',
    'PDF file': 'pdf',
    'Word document': 'doc docx',
    'text document': 'odt rtf pages',
    'PowerPoint presentation': 'ppt pptx',
    'slide presentation': 'odp',
    'Excel spreadsheet': 'xls xlsx xlsm',
    spreadsheet: 'ods numbers',
    'CSV table file': 'csv tsv',
    'JSON file': 'json jsonl ndjson',
    'YAML file': 'yaml yml',
    'XML file': 'xml',
    'web page in HTML': 'html htm xhtml',
    'LaTeX document': 'tex',
    'BibTeX bibliography': 'bib',
    'e-book': 'epub mobi azw3',
    'Jupyter notebook': 'ipynb',
    'SQLite database file': 'db sqlite sqlite3',
    'Parquet data file': 'parquet',
    'picture file': 'png jpg jpeg gif webp bmp tif tiff heic avif',
    'vector drawing': 'svg eps',
    'audio file': 'mp3 wav m4a ogg flac aac opus',
    'video file': 'mp4 mov avi mkv webm',
    'subtitle file': 'srt vtt',
    'compressed archive': 'zip tar gz tgz bz2 xz 7z rar',
    'calendar file': 'ics',
    'mail message file': 'eml msg mbox',
    'contact file': 'vcf',
  }).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
)
