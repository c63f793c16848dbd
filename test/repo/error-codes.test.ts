import { expect, test } from 'vitest'
import { codes } from './error-table.ts'
import { files, isTestFile, publicPackages, readText, sourcesOf } from './workspace.ts'

test('there are codes', () => {
  expect(codes.map(({ code }) => code)).toContain('PLATFORM_LOCK_TIMEOUT')
})

test('those that are read here are the keys of the tables', () => {
  const keys = [...new Set(codes.map(({ file }) => file))].flatMap((file) =>
    [...readText(file).matchAll(/^ {2}([A-Z][A-Z0-9_]+): \{/gm)].map((match) => match[1]),
  )
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(keys))
})

test('each stands once', () => {
  const seen = new Map<string, string>()
  const twice = codes.flatMap(({ code, file }) => {
    const first = seen.get(code)
    seen.set(code, file)
    return first === undefined ? [] : [`${code}: ${first} and ${file}`]
  })
  expect(twice).toEqual([])
})

test('each is PACKAGE_REASON', () => {
  const wrong = codes.filter(
    ({ code, folder }) => !prefixes(folder).some((prefix) => new RegExp(`^${prefix}(?:_[A-Z0-9]+)+$`).test(code)),
  )
  expect(wrong.map(({ code, file }) => `${code} in ${file}`)).toEqual([])
})

test('each is made in errors.ts', () => {
  expect(
    codes.filter(({ file }) => !file.endsWith('/errors.ts')).map(({ code, file }) => `${code} in ${file}`),
  ).toEqual([])
})

test('each is in the README of its package', () => {
  const missing = codes.filter(({ code, folder }) => {
    const readme = `${folder}/README.md`
    return !files.includes(readme) || !readText(readme).includes(`\`${code}\``)
  })
  expect(missing.map(({ code, folder }) => `${code} in ${folder}/README.md`)).toEqual([])
})

test('no README names a code that nothing throws', () => {
  const known = new Set(codes.map(({ code }) => code))
  const stale = publicPackages
    .map(({ folder }) => `${folder}/README.md`)
    .filter((file) => files.includes(file))
    .flatMap((file) =>
      [...readText(file).matchAll(/^\| `([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/gm)].map((match) => ({
        file,
        code: match[1] ?? '',
      })),
    )
    .filter(({ code, file }) => !known.has(code) && !isFindingCode(code, file))
  expect(stale.map(({ file, code }) => `${code} in ${file}`)).toEqual([])
})

/** Words of users that stand for a package: the platform finds spaces, one manifest is of one module. */
const packageWords: Readonly<Record<string, readonly string[]>> = {
  PROTOCOLS: ['NOSTR'],
  PLATFORM: ['SPACE', 'FETCH', 'WRITES'],
  MODULES: ['MODULE', 'SUBAGENT', 'EXTRACTION'],
  EXECUTION: ['RUNNER', 'CONTEXT'],
  // Codes are permanent: theirs were those of the command.
  SPACE: ['CLI'],
  MCP: ['CLI'],
  PLUGIN: ['SOURCE'],
  CONTENT: ['PAGE'],
  KNOWLEDGE_EXTRACTOR: ['KNOWLEDGE'],
  // Codes are permanent: its one code was that of memory.
  NOTES: ['MEMORY'],
  DYNAMIC_AGENTS: ['DYNAMIC'],
  RESEARCH: ['SEARCH', 'PODCAST'],
  SOURCES: ['SOURCE'],
  AGENT_CONVERSATION_PARSER: ['CONVERSATION'],
  AGENT_FILE_READER: ['FILE'],
  AGENT_PDF_EXTRACTOR: ['PDF'],
  AGENT_URL_FETCHER: ['PAGE', 'URL'],
  SPEECH_FLITE: ['SPEECH'],
  SPEECH_ESPEAK: ['SPEECH'],
  SPEECH_OPENAI_COMPATIBLE: ['SPEECH'],
}

function prefixes(folder: string): readonly string[] {
  const name = (folder.split('/')[1] ?? '').toUpperCase().replaceAll('-', '_')
  return [name, ...(packageWords[name] ?? [])]
}

/** Findings have codes too; they are data of the package, not errors. */
function isFindingCode(code: string, readme: string): boolean {
  const owner = publicPackages.find(({ folder }) => readme === `${folder}/README.md`)
  return (
    owner !== undefined && sourcesOf(owner).some((file) => !isTestFile(file) && readText(file).includes(`'${code}'`))
  )
}
