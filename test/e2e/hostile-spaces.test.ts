import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { readSettingsWants, spacePaths, trustSpace } from '@datacortex/platform'
import { readSourceWants } from '@datacortex/sources'
import { type OperationName, openSpace, operations } from '@datacortex/space'
import { createHashEmbedder } from '@datacortex/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { questions } from './door-questions.ts'
import { hostileSpaces } from './hostile-spaces.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { fingerprint, temporaryFolder } from './temporary-folder.ts'

const sample = useSampleSpaceWithNotes()
const isLong = process.env['LONG'] !== undefined
const secret = 'canary-of-the-environment'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.end('{}')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => void server.close())

/** Operations that wait until they are stopped, or ask machines elsewhere at their user's word, are no part of it. */
const names = (Object.keys(operations) as OperationName[]).filter(
  (name) => name !== 'index.watch' && !name.startsWith('chain.') && !name.startsWith('model.'),
)

/** Of each space every few operations, in turns, so that each operation meets each kind of space in `pnpm test:long`. */
function someOf(all: readonly OperationName[], turn: number): readonly OperationName[] {
  return isLong ? all : all.filter((name, at) => at % 36 === turn % 36 || (name === 'index' && turn % 4 === 0))
}

/** Whatever ends has a code. */
function coded(error: unknown): CodedError {
  if (CodedError.is(error)) return error
  throw new Error('It ended without a code.', { cause: error })
}

/** Asks operations of a space as a program would; what they said, and each must end with an answer or a coded error. */
async function askAll(root: string, turn: number): Promise<readonly string[]> {
  const opened = await openSpace(root, {
    bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
    openModel: async () => await Promise.resolve(createHashEmbedder()),
  }).catch(coded)
  if (CodedError.is(opened)) return [opened.message]
  await using space = opened
  const said: string[] = []
  for (const name of someOf(names, turn)) {
    const { input } = questions[name](() => ({}))
    try {
      said.push(JSON.stringify(await space.call(name, input)))
    } catch (error) {
      const { code, message, hint, details } = coded(error)
      said.push(JSON.stringify([name, code, message, hint, details]))
    }
  }
  return said
}

async function hostile(name: keyof typeof hostileSpaces) {
  const folder = await temporaryFolder()
  const [root, canary] = [join(folder, 'desk'), join(folder, 'canary')]
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, 'config'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(folder, 'cache'))
  vi.stubEnv('CANARY_KEY', secret)
  await mkdir(join(canary, 'sub'), { recursive: true })
  await writeFile(join(canary, 'a.md'), '# canary-in-a-file\n')
  await writeFile(join(canary, 'sub/b.md'), '# Another\n')
  await cp(sample().root, root, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/\.test-config|\.datacore\/cache\/./.test(path),
  })
  await writeFile(join(root, '.datacore/settings.local.yaml'), 'network: {web_sources: false}\n')
  await hostileSpaces[name]?.(root, { canary, url })
  asked.length = 0
  return { root, canary, before: await fingerprint(canary) }
}

test('the corpus has at least 60 spaces', () => {
  expect(Object.keys(hostileSpaces).length).toBeGreaterThanOrEqual(60)
})

test.each(Object.keys(hostileSpaces))('%s: nothing outside is changed or asked, and nothing told', async (name) => {
  const turn = Object.keys(hostileSpaces).indexOf(name)
  const { root, canary, before } = await hostile(name)
  const said = (await askAll(root, turn)).join('\n')
  expect(await fingerprint(canary)).toEqual(before)
  expect(asked).toEqual([])
  expect(said).not.toContain(secret)
  expect(said).not.toContain('canary-in-a-file')

  // As far as its user goes who trusts it, and approves no code.
  const paths = spacePaths(root)
  const wants = await Promise.all([readSettingsWants(paths), readSourceWants(paths)]).catch(() => [[], []])
  await trustSpace(root, { allowed: wants.flat() }).catch(coded)
  await askAll(root, turn + 1)
  expect(await fingerprint(canary)).toEqual(before)
})
