import { appendFile, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { searchResults } from './vault-space.ts'

const fixtures = fileURLToPath(new URL('../fixtures/inbox', import.meta.url))

test('what ingest wrote is taken back but for what was changed since, and can be written again', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init', '.'], { cwd })
  const nothing = await runDatacortex(['undo'], { cwd })
  expect(nothing).toMatchObject({ status: 0, stdout: 'nothing was written that could be taken back\n' })
  const ingest = async (...inputs: readonly string[]): Promise<Ingested> =>
    (await runJson(['ingest', ...inputs.map((input) => join(fixtures, input))], { cwd })) as Ingested
  const first = await ingest('slack-water.md', 'mooring.org')
  expect(first.undo).toMatch(/^ingest-\d{4}-\d\d-\d\d-\d{9}$/)
  const [changed = '', other = ''] = first.items.map(({ literature_note: note }) => note)
  await appendFile(join(cwd, changed), '\nMy own thought.\n')

  // Beside the notes lie the whole texts; the tasks of the documents are in the inbox.
  const texts = first.items.flatMap(({ text = [] }) => text)
  const written = [...first.outputs, ...texts, '0-personal/org/inbox.org']
  expect(await runJson(['undo'], { cwd })).toMatchObject({
    runs: [{ run: first.undo, files: written.length, state: 'written' }],
  })
  const taken = { run: first.undo, restored: [], kept: [{ path: changed, reason: 'it was changed since' }] }
  const planned = await runJson(['undo', first.undo ?? '', '--dry-run'], { cwd })
  expect(planned).toMatchObject({ ...taken, dry_run: true })
  expect(await readFile(join(cwd, other), 'utf8')).toContain('---')
  const undone = (await runJson(['undo', first.undo ?? ''], { cwd })) as { readonly removed: readonly string[] }
  expect(undone).toMatchObject(taken)
  expect(undone.removed.toSorted()).toEqual(written.filter((path) => path !== changed).toSorted())
  // The folder that was made for them is gone with the last of them; that of the file that is kept stays.
  expect(await readdir(join(cwd, '0-personal/3-knowledge'))).toEqual(['literature'])
  expect(await readFile(join(cwd, changed), 'utf8')).toContain('My own thought.')
  // The file that was changed is kept whenever it is tried.
  expect(await runJson(['undo'], { cwd })).toMatchObject({ runs: [{ run: first.undo, state: 'changed' }] })
  const paths = (await searchResults(['mooring buoy chain'], cwd)).map(({ path }) => path)
  expect(paths, 'the index has followed').not.toContain(other)

  const again = await ingest('mooring.org')
  expect(again.items).toMatchObject([{ status: 'success', literature_note: other }])
  expect((await ingest('mooring.org')).undo, 'nothing was written').toBeUndefined()
  await runJson(['undo', again.undo ?? ''], { cwd })
  const { stdout } = await runDatacortex(['undo'], { cwd })
  expect(stdout).toMatch(/ {2}taken back\n.* {2}changed since\n/)
  expect(stdout).toContain('nothing of these can be taken back any more\n')
})

test('an unknown run is refused with the last ones', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init', '.'], { cwd })
  const refused = await runJson(['undo', 'ingest-2020-01-01-000000000'], { cwd, status: 1 })
  expect(refused).toMatchObject({ error: { code: 'WRITES_RUN_UNKNOWN' } })
  expect(await runJson(['undo', '../escape'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'PLATFORM_PATH_REFUSED' },
  })
})

type Ingested = {
  readonly undo?: string
  readonly outputs: readonly string[]
  readonly items: readonly { readonly status: string; readonly literature_note: string; readonly text?: string }[]
}

test.skipIf(process.platform === 'win32')(
  'state that is in disorder keeps neither undo nor doctor from the rest',
  async () => {
    const cwd = await temporaryFolder()
    await runJson(['init', '.'], { cwd })
    const state = join(cwd, '.datacore', 'state')
    await mkdir(join(state, 'writes', 'ingest-2026-01-31-101010101', 'writes.jsonl'), { recursive: true })
    await symlink('research', join(state, 'research'))
    expect(await runJson(['undo'], { cwd })).toEqual({ runs: [], findings: [] })
    const doctor = await runDatacortex(['doctor', '--json'], { cwd })
    expect(doctor.status).toBe(1)
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: 'RESEARCH_RUNS_UNREADABLE' })]),
    })
  },
)
