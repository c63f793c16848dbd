import { link, mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CodedError } from '@datacortex/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { createWritesBroker } from './writes-broker.ts'

const isLong = process.env['LONG'] !== undefined
const runs = isLong ? 100_000 : 2000

const pieces = fc.constantFrom(
  '0-personal',
  'notes',
  '1-other',
  'outside',
  'a',
  'b.md',
  'Notes',
  'NOTES',
  'link',
  'link.md',
  'hard.md',
  '.',
  '..',
  '...',
  '',
  '~',
  '.git',
  '.GIT',
  '.g\u200cit',
  'git~1',
  '.datacore',
  'env',
  'KEY',
  'module.yaml',
  '‥',
  '．．',
  '\u2024\u2024',
  '%2e%2e',
  '%2f',
  '\u0000',
  '\n',
  'C:',
  'CON',
  'nul.md',
  'a.',
  'a ',
  'x:y',
  '*',
  'é',
  'e\u0301',
  '\u202e',
  '\ufeff',
  'ﬀ',
  'K',
  'ı',
  'ß',
  '\ud800',
  'a'.repeat(256),
  'proc',
  'self',
  'root',
)
const separators = fc.constantFrom('/', '/', '/', '/', '\\', '//', '∕', '／', '')
const paths = fc.oneof(
  // Half of them begin where writing is granted, or nearly all would be refused for that alone.
  fc.array(fc.tuple(pieces, separators), { maxLength: 5 }).map((parts) => `0-personal/notes/${parts.flat().join('')}`),
  fc.array(fc.tuple(pieces, separators), { maxLength: 6 }).map((parts) => parts.flat().join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

test(`${runs} paths of all kinds: nothing is written outside of what is granted`, async () => {
  const base = await temporaryFolder()
  const root = await trap(base)
  const broker = createWritesBroker({ root, grants: ['0-personal/notes/**'], dryRun: false })
  const before = await everything(base)
  let written = 0
  const others: string[] = []
  for (const path of new Set(fc.sample(paths, { numRuns: runs, seed: 20_211 }))) {
    const result = await broker
      .write({ path, text: `written by ${JSON.stringify(path)}` })
      .catch((error: unknown) => error)
    if (!(result instanceof Error)) written += 1
    else if (!CodedError.is(result, 'WRITES_REFUSED')) others.push(`${path}: ${result.message}`)
  }
  expect(written).toBeGreaterThan(runs / 80)
  expect(others).toEqual([])
  const after = await everything(base)
  for (const [path, content] of before) expect(after.get(path), path).toBe(content)
  const escaped = [...after.keys()].filter((path) => !before.has(path) && !isGranted(path))
  expect(escaped).toEqual([])
})

test('a folder that is swapped for a link at any moment leads nowhere else', async () => {
  const base = await temporaryFolder()
  const root = await trap(base)
  const folder = join(root, '0-personal/notes/swapped')
  const broker = createWritesBroker({ root, grants: ['0-personal/notes/**'] })
  const stop = new AbortController()
  const swap = async (): Promise<void> => {
    // The broker makes the folder again and again, so each step may find something else.
    const trying = async (step: Promise<void>): Promise<void> => await step.catch(() => {})
    for (let index = 0; !stop.signal.aborted; index += 1) {
      await trying(rename(folder, `${folder}-${index}`))
      await trying(symlink(join(base, 'outside'), folder))
      await trying(unlink(folder))
    }
  }
  const swapping = swap()
  for (let index = 0; index < (isLong ? 400 : 60); index += 1) {
    const path = `0-personal/notes/swapped/${index}.md`
    await broker.write({ path, text: 'x' }).catch((error: unknown) => error)
  }
  stop.abort()
  await swapping
  await broker.write({ path: '0-personal/notes/swapped/last.md', text: 'x' })
  expect(await readdir(join(base, 'outside'))).toEqual(['secret.md'])
})

/** A space full of ways out, beside a folder that nobody may write to. */
async function trap(base: string): Promise<string> {
  const root = join(base, 'space')
  const notes = join(root, '0-personal/notes')
  for (const folder of [
    notes,
    join(root, '1-other'),
    join(root, '.datacore/env'),
    join(notes, '.git'),
    join(base, 'outside'),
  ])
    await mkdir(folder, { recursive: true })
  await writeFile(join(base, 'outside/secret.md'), 'secret')
  await writeFile(join(root, '.datacore/env/KEY'), 'secret')
  await symlink(join(base, 'outside'), join(notes, 'link'))
  await symlink(join(base, 'outside/secret.md'), join(notes, 'link.md'))
  await link(join(base, 'outside/secret.md'), join(notes, 'hard.md'))
  return root
}

async function everything(base: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(base, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // The journal and the locks of the broker itself.
    if (relative(base, path).startsWith('space/.datacore/state')) continue
    found.set(
      relative(base, path),
      entry.isFile() ? await readFile(path, 'utf8') : entry.isDirectory() ? 'folder' : 'link',
    )
  }
  return found
}

function isGranted(path: string): boolean {
  const [space, person, notes, ...rest] = path.split('/')
  return space === 'space' && person === '0-personal' && notes === 'notes' && !rest.some((part) => part.startsWith('.'))
}
