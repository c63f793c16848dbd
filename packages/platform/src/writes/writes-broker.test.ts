import { chmod, link, mkdir, readdir, readFile, rm, stat, symlink, writeFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { eventLoopTurns, exitOf, firstOutput, startScript } from '../__fixtures__/run-script.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { sha256 } from '../hash.ts'
import { listWritesRuns } from './list-writes-runs.ts'
import { undoWrites } from './undo-writes.ts'
import { createWritesBroker } from './writes-broker.ts'

const grants = ['0-personal/**']
const code = (name: string): unknown => expect.objectContaining({ code: name })
const read = async (root: string, path: string): Promise<string> => await readFile(join(root, path), 'utf8')

test('creates, changes and leaves what is the same already', async () => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants })
  const path = '0-personal/notes/Ebbe und Flut – ü.md'
  expect(await broker.write({ path, text: 'one', expected: 'absent' })).toEqual({
    path,
    status: 'created',
    sha256: sha256('one'),
  })
  expect(await broker.write({ path, text: 'two', expected: sha256('one') })).toMatchObject({ status: 'changed' })
  expect(await broker.write({ path, text: 'two', expected: 'absent' })).toMatchObject({ status: 'unchanged' })
  expect(await broker.write({ path, text: new Uint8Array([1, 2]) })).toMatchObject({ status: 'changed' })
  expect((await stat(join(root, path))).mode & 0o777).toBe(0o644)
})

test('compares before it writes', async () => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants })
  await broker.write({ path: '0-personal/a.md', text: 'one' })
  await writeFile(join(root, '0-personal/a.md'), 'theirs')
  const error: unknown = await broker
    .write({ path: '0-personal/a.md', text: 'two', expected: sha256('one') })
    .catch((error: unknown) => error)
  expect(error).toMatchObject({
    code: 'WRITES_CONFLICT',
    details: { expected: sha256('one'), found: sha256('theirs'), transient: true },
  })
  await expect(broker.write({ path: '0-personal/a.md', text: 'x', expected: 'absent' })).rejects.toThrowError(
    code('WRITES_CONFLICT'),
  )
  expect(await read(root, '0-personal/a.md')).toBe('theirs')
})

test('of many who expect the same only one writes', async () => {
  const root = await temporaryFolder()
  const write = (text: string): Promise<unknown> =>
    createWritesBroker({ root, grants }).write({ path: '0-personal/a.md', text, expected: 'absent' })
  const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(write))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

const refusals: readonly (readonly [string, RegExp])[] = [
  ['', /empty/],
  ['.', /folder/],
  ['0-personal/', /folder/],
  ['/etc/passwd', /absolute/],
  ['C:\\x', /absolute/],
  ['C:', /absolute/],
  ['a: b.md', /character/],
  ['c:x', /character/],
  ['\\\\host\\share', /character/],
  ['0-personal/../x', /leaves/],
  ['0-personal/./x', /shortest/],
  ['0-personal//x', /empty part/],
  ['0-personal/a\u0000b', /character/],
  ['0-personal/a\nb', /character/],
  ['0-personal/a:stream', /character/],
  ['0-personal/NUL.md', /reserved/],
  ['0-personal/com1', /reserved/],
  ['0-personal/a.', /reserved/],
  ['0-personal/a ', /reserved/],
  [`0-personal/${'ü'.repeat(128)}`, /too long/],
  [`0-personal/${'a/'.repeat(600)}b`, /too long/],
  ['0-personal/u\u0308.md', /NFC/],
  ['0-personal/a\u202egnp.md', /nobody sees/],
  ['0-personal/.git/config', /hidden/],
  ['0-personal/.G\u200cit/config', /hidden/],
  ['0-personal/\u200c.git/config', /hidden/],
  ['0-personal/GIT~1/config', /short name/],
  ['0-personal/.hidden.md', /hidden/],
  ['.datacore/env/KEY', /hidden/],
  ['0-personal/module.yaml', /never/],
  ['0-personal/Module.YAML', /never/],
  ['0-personal/CLAUDE.md', /never/],
  ['0-personal/notes/Qwen.MD', /never/],
  ['0-personal/notes/ＷARP.md', /never/],
  ['0-personal/pnpm-lock.yaml', /never/],
  ['1-other/a.md', /not granted/],
  ['0-personal', /not granted/],
]

test.each(refusals)('refuses %j', async (path, reason) => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants })
  await expect(broker.write({ path, text: 'x' })).rejects.toThrowError(reason)
  await expect(broker.plan({ path, text: 'x' })).rejects.toThrowError(code('WRITES_REFUSED'))
  expect(await readdir(root)).toEqual([])
})

test('refuses names that only look forbidden from afar: they are fine', async () => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants })
  for (const path of ['two-phase-lock.md', 'costs ~5 usd.md', 'console.md', 'Über/日本語.md', 'a..b.md'])
    expect(await broker.write({ path: `0-personal/${path}`, text: 'x' })).toMatchObject({ status: 'created' })
})

test('follows no link, replaces no folder, program or file with two names, and tells spellings apart', async () => {
  const [root, outside] = [await temporaryFolder(), await temporaryFolder()]
  const at = (path: string): string => join(root, '0-personal', path)
  await mkdir(at('folder'), { recursive: true })
  await writeFile(join(outside, 'file'), 'theirs')
  await symlink(outside, at('link'))
  await symlink(join(outside, 'file'), at('link.md'))
  await symlink(join(outside, 'gone'), at('dangling.md'))
  await link(join(outside, 'file'), at('hard.md'))
  await writeFile(at('run.sh'), '#!/bin/sh')
  await chmod(at('run.sh'), 0o755)
  await writeFile(at('note.md'), 'x')
  const broker = createWritesBroker({ root, grants })
  for (const path of ['link/x', 'link.md', 'dangling.md', 'hard.md', 'folder', 'run.sh', 'note.md/x', 'Note.md'])
    await expect(broker.write({ path: `0-personal/${path}`, text: 'mine' }), path).rejects.toThrowError(
      code('WRITES_REFUSED'),
    )
  expect([await readdir(outside), await read(outside, 'file')]).toEqual([['file'], 'theirs'])
})

test('keeps within its limits', async () => {
  const root = await temporaryFolder()
  const write = async (limits: object, texts: readonly string[]): Promise<unknown> => {
    const broker = createWritesBroker({ root, grants, limits })
    for (const [index, text] of texts.entries())
      await broker.write({ path: `0-personal/${index}-${text.length}.md`, text })
    return 'all'
  }
  await expect(write({ files: 1 }, ['a', 'b'])).rejects.toThrowError(/1 files already/)
  await expect(write({ bytes: 5 }, ['aaa', 'bbb'])).rejects.toThrowError(/more than 5 bytes/)
  await expect(write({ fileBytes: 5 }, ['aaaaaa'])).rejects.toThrowError(/larger than 5 bytes/)
})

test('a dry run says the same and writes nothing', async () => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants, dryRun: true })
  const request = { path: '0-personal/a.md', text: 'x', expected: 'absent' }
  expect(await broker.write(request)).toEqual(await broker.plan(request))
  expect(await readdir(root)).toEqual([])
  const wet = createWritesBroker({ root, grants })
  expect(await wet.plan(request)).toEqual(await wet.write(request))
})

test('stops before it writes', async () => {
  const root = await temporaryFolder()
  const { write } = createWritesBroker({ root, grants })
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(write({ path: '0-personal/a.md', text: 'x' }, { signal })).rejects.toThrow('given up')
  expect(await readdir(join(root, '0-personal')).catch(() => [])).toEqual([])
})

test('takes a run back, except what somebody changed since', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, '0-personal'))
  for (const name of ['old', 'twice', 'theirs'])
    await writeFile(join(root, '0-personal', `${name}.md`), `${name} before`)
  const broker = createWritesBroker({ root, grants, run: 'run-1' })
  for (const name of ['old', 'twice', 'theirs', 'new'])
    await broker.write({ path: `0-personal/${name}.md`, text: `${name} after` })
  await broker.write({ path: '0-personal/twice.md', text: 'twice again' })
  await writeFile(join(root, '0-personal/theirs.md'), 'mine now')
  const expected = {
    restored: ['0-personal/old.md', '0-personal/twice.md'],
    removed: ['0-personal/new.md'],
    kept: [{ path: '0-personal/theirs.md', reason: 'it was changed since' }],
    partly: [],
  }
  const planned = await undoWrites('run-1', { root, dryRun: true })
  expect({ ...planned, restored: planned.restored.toSorted() }).toEqual(expected)
  expect(await read(root, '0-personal/new.md')).toBe('new after')
  const undone = await undoWrites('run-1', { root })
  expect({ ...undone, restored: undone.restored.toSorted() }).toEqual(expected)
  const texts = ['old', 'twice', 'theirs'].map((name) => read(root, `0-personal/${name}.md`))
  expect(await Promise.all(texts)).toEqual(['old before', 'twice before', 'mine now'])
  expect(await undoWrites('run-1', { root })).toMatchObject({ restored: [], removed: [] })
  await expect(undoWrites('../run-1', { root })).rejects.toThrowError(code('PLATFORM_PATH_REFUSED'))
})

test('lists the runs that wrote something, the newest first, and names them where one is unknown', async () => {
  const root = await temporaryFolder()
  expect(await listWritesRuns(root)).toEqual([])
  await expect(undoWrites('run-1', { root })).rejects.toThrowError(code('WRITES_RUN_UNKNOWN'))
  for (const [place, run] of ['run-1', 'run-2'].entries()) {
    const broker = createWritesBroker({ root, grants, run, now: () => new Date(1000 * (place + 1)) })
    await broker.writeAll(['a', 'b'].map((name) => ({ path: `0-personal/${name}.md`, text: `${name} of ${run}` })))
    await broker.write({ path: '0-personal/a.md', text: `again, of ${run}` })
    expect(broker.written()).toBe(3)
  }
  createWritesBroker({ root, grants, run: 'idle' })
  await writeFile(join(root, '.datacore/state/writes/stray'), '')
  for (const [run, text] of Object.entries({ killed: '', torn: '{"path":"0-personal/a.md","bef' })) {
    await mkdir(join(root, '.datacore/state/writes', run))
    await writeFile(join(root, '.datacore/state/writes', run, 'writes.jsonl'), text)
  }
  // As after a copy of the space.
  await utimes(join(root, '.datacore/state/writes/run-1/writes.jsonl'), 5, 5)
  // Of a run of before its time was kept.
  await mkdir(join(root, '.datacore/state/writes/run-0'))
  const digest = 'a'.repeat(64)
  const old = JSON.stringify({ path: '0-personal/c.md', before: 'absent', after: digest })
  await writeFile(join(root, '.datacore/state/writes/run-0/writes.jsonl'), `${old}\n`)
  await utimes(join(root, '.datacore/state/writes/run-0/writes.jsonl'), 0.5, 0.5)
  expect(await listWritesRuns(root)).toEqual([
    { run: 'run-2', files: 2, at: new Date(2000) },
    { run: 'run-1', files: 2, at: new Date(1000) },
    { run: 'run-0', files: 1, at: new Date(500) },
  ])
  expect(await listWritesRuns(root, { limit: 1 })).toHaveLength(1)
  await expect(undoWrites('run-3', { root })).rejects.toMatchObject({ hint: 'The last ones: run-2, run-1, run-0.' })
})

test('writes many at once, or none of them', async () => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants, run: 'many', limits: { files: 30 } })
  const requests = Array.from({ length: 20 }, (_, index) => ({
    path: `0-personal/${index % 3}/${index}.md`,
    text: 'x',
  }))
  const results = await broker.writeAll(requests)
  expect(results.map(({ path, status }) => [path, status])).toEqual(requests.map(({ path }) => [path, 'created']))
  expect((await broker.writeAll(requests)).every(({ status }) => status === 'unchanged')).toBe(true)
  const fresh = (path: string): object => ({ path: `0-personal/new/${path}`, text: 'y' })
  const refused: readonly (readonly object[])[] = [
    [fresh('a.md'), { path: '../b.md', text: 'y' }],
    [fresh('a.md'), fresh('A.md')],
    [fresh('a.md'), { path: '0-personal/0/0.md', text: 'y', expected: 'absent' }],
    Array.from({ length: 11 }, (_, index) => fresh(`${index}.md`)),
  ]
  for (const batch of refused)
    await expect(broker.writeAll(batch as { path: string; text: string }[])).rejects.toThrowError(
      /WRITES|not written|changed by/,
    )
  expect(await readdir(join(root, '0-personal'))).toEqual(['0', '1', '2'])
  expect((await undoWrites('many', { root })).removed).toHaveLength(20)
})

test('a kill at any moment leaves old or new content, and the run can be taken back', async () => {
  const root = await temporaryFolder()
  const [old, fresh] = ['old '.repeat(50_000), 'new '.repeat(50_000)]
  const path = '0-personal/a.md'
  for (let round = 0; round < (process.env['LONG'] === undefined ? 4 : 16); round += 1) {
    await createWritesBroker({ root, grants }).write({ path, text: old })
    expect(await readdir(join(root, '0-personal'))).toEqual(['a.md'])
    const child = startScript(`
      import { createWritesBroker } from ${JSON.stringify(join(import.meta.dirname, 'writes-broker.ts'))}
      const broker = createWritesBroker({ root: ${JSON.stringify(root)}, grants: ['0-personal/**'], run: 'killed-${round}' })
      console.log('ready')
      for (;;) for (const text of ['new ', 'old ']) await broker.write({ path: '${path}', text: text.repeat(50_000) })`)
    await firstOutput(child)
    await eventLoopTurns(round * 40)
    child.kill('SIGKILL')
    await exitOf(child)
    expect([old, fresh]).toContain(await read(root, path))
    const run = `killed-${round}`
    if ((await listWritesRuns(root)).some((one) => one.run === run)) await undoWrites(run, { root })
    expect(await read(root, path)).toBe(old)
  }
})

test('what the journal lost or what can not be changed is kept and said; the rest is taken back', async () => {
  const root = await temporaryFolder()
  const names = ['a', 'b', 'c', 'd'].map((name) => `0-personal/${name}.md`)
  const broker = createWritesBroker({ root, grants })
  for (const path of names.slice(0, 3)) await createWritesBroker({ root, grants }).write({ path, text: `old ${path}` })
  for (const path of names) await broker.write({ path, text: `new ${path}` })
  const kept = (path: string): string => join(root, '.datacore/state/writes', broker.run, sha256(`old ${path}`))
  await rm(kept('0-personal/a.md'))
  await writeFile(kept('0-personal/b.md'), 'damaged')
  const undone = await undoWrites(broker.run, { root })
  expect(undone).toMatchObject({ restored: ['0-personal/c.md'], removed: ['0-personal/d.md'] })
  expect(undone.kept.map(({ path, reason }) => [path, /it does not exist|it is damaged/.exec(reason)?.[0]])).toEqual([
    ['0-personal/b.md', 'it is damaged'],
    ['0-personal/a.md', 'it does not exist'],
  ])
  expect(await read(root, '0-personal/b.md')).toBe('new 0-personal/b.md')
})

test('a file that may not be removed is kept, and the others are still taken back', async () => {
  const root = await temporaryFolder()
  const broker = createWritesBroker({ root, grants })
  await broker.write({ path: '0-personal/open/a.md', text: 'a' })
  await broker.write({ path: '0-personal/shut/b.md', text: 'b' })
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
  await chmod(join(root, '0-personal/shut'), 0o555)
  await chmod(root, 0o755)
  const undone = await asOrdinaryUser(async () => await undoWrites(broker.run, { root }))
  expect(undone).toMatchObject({ removed: ['0-personal/open/a.md'], kept: [{ path: '0-personal/shut/b.md' }] })
})
