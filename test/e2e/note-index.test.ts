import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { killedAfterChanges } from './killed-after-changes.ts'
import { startDatacortex } from './run-datacortex.ts'
import { fingerprint } from './temporary-folder.ts'
import { amount, remember, searchResults, useVaultSpace } from './vault-space.ts'

const vault = useVaultSpace()

describe('index', () => {
  test('takes in every note, and nothing the second time', async () => {
    const cwd = await vault.fresh()
    const first = await runJson(['index'], { cwd })
    expect(first).toMatchObject({ added: amount, changed: 0, removed: 0, unchanged: 0, pending: 0, skipped: [] })
    expect(first).toMatchObject({ took_ms: expect.any(Number), embedded: expect.any(Number), findings: [] })
    expect(await runJson(['index'], { cwd })).toMatchObject({ added: 0, changed: 0, unchanged: amount, embedded: 0 })
    expect(await runJson(['index', '--full'], { cwd })).toMatchObject({ changed: amount, unchanged: 0 })
    await appendFile(join(cwd, '1-acme/Spring launch.md'), '\nThe tent is booked.\n')
    await rm(join(cwd, '0-personal/org/inbox.org'))
    const counts = { added: 0, changed: 1, removed: 1, unchanged: amount - 2 }
    expect(await runJson(['index', '--dry-run'], { cwd })).toMatchObject({ ...counts, state: 'stale', dry_run: true })
    expect(await runJson(['index'], { cwd })).toMatchObject(counts)
  })

  test('says what it did in words', async () => {
    const cwd = await vault.fresh()
    const { status, stdout, stderr } = await runDatacortex(['index'], { cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^indexed {4}17 notes added · [\d.]+ m?s\nembedded {3}\d+ texts \(/)
    expect((await runDatacortex(['index'], { cwd })).stdout).toMatch(/^indexed {4}17 notes unchanged · [\d.]+ m?s\n$/)
  })

  const isSettled = process.platform !== 'linux' || process.env['MALLOC_ARENA_MAX'] !== undefined
  test.skipIf(isSettled)('begins anew once, with less memory and as the same process', async () => {
    const cwd = await vault.fresh()
    const begins = `process.stderr.write(JSON.stringify([process.pid, process.env.MALLOC_ARENA_MAX ?? '', process.argv[2]]) + '\\n')`
    await writeFile(join(cwd, '.begins.mjs'), begins)
    const env = { NODE_OPTIONS: `--import ${join(cwd, '.begins.mjs')}` }
    const { child, ended } = startDatacortex(['index', '--dry-run'], { cwd, env })
    const { status, stderr } = await ended
    const begun: unknown[] = stderr
      .split('\n')
      .filter((line) => line.startsWith('['))
      .map((line) => JSON.parse(line) as unknown)
    expect({ status, begun }).toEqual({
      status: 0,
      begun: [
        [child.pid, '', 'index'],
        [child.pid, '2', 'index'],
      ],
    })
  })

  test('--dry-run changes nothing', async () => {
    const cwd = await vault.fresh()
    const before = await fingerprint(cwd)
    expect(await runJson(['index', '--dry-run'], { cwd })).toMatchObject({ added: amount, state: 'absent' })
    expect(await runJson(['index', '--dry-run', '--full'], { cwd })).toMatchObject({ added: amount })
    const args = ['embed', '--text', 'Rye drinks more.', '--type', 'insight', '--dry-run']
    expect(await runJson(args, { cwd })).toMatchObject({ created: true, dry_run: true })
    expect(await fingerprint(cwd)).toEqual(before)
  })

  test('asks when many notes are gone', async () => {
    const cwd = await vault.indexed()
    await rm(join(cwd, '0-personal/3-knowledge'), { recursive: true })
    const left = amount - 10
    expect(await runJson(['index'], { cwd, status: 1 })).toMatchObject({
      error: {
        code: 'CLI_ANSWER_NEEDED',
        message: expect.stringContaining(`10 of ${amount} notes are gone`),
        hint: expect.stringContaining('--yes'),
      },
    })
    expect(await searchResults(['sourdough'], cwd)).toContainEqual(
      expect.objectContaining({ title: 'Sourdough starter' }),
    )
    expect(await runJson(['index', '--yes'], { cwd })).toMatchObject({ removed: 10, unchanged: left })
  })

  // Spread over what indexing changes; more moments in `pnpm test:long`.
  const moments = process.env['LONG'] === undefined ? [3, 35, 60] : [1, 3, 15, 35, 60, 90]

  test('after kill -9 at any moment the next run completes', async () => {
    const cwd = await vault.fresh()
    const many = 60
    await mkdir(join(cwd, 'many'))
    for (let n = 0; n < many; n += 1) {
      const text = `# Buoy ${n}\n\nPainted ${n % 2 === 0 ? 'red' : 'green'}, seen off pier ${n}. Next: [[Buoy ${n + 1}]]\n`
      await writeFile(join(cwd, `many/Buoy ${n}.md`), text)
    }
    for (const changes of moments) await killedAfterChanges(['index'], { cwd, changes })
    expect(await runJson(['index'], { cwd })).toMatchObject({ pending: 0, skipped: [], findings: [] })
    expect(await runJson(['index'], { cwd })).toMatchObject({ added: 0, changed: 0, unchanged: amount + many })
    expect(await searchResults(['buoy seen off pier 37', '--top', '1'], cwd)).toMatchObject([
      { path: 'many/Buoy 37.md' },
    ])
    expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true })
  })

  test('--watch follows changes until Ctrl-C', async () => {
    const cwd = await vault.fresh()
    const { child, ended } = startDatacortex(['index', '--watch', '--json'], { cwd })
    const lines: string[] = []
    child.stdout?.on('data', (text: string) => lines.push(...text.split('\n').filter((line) => line !== '')))
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ added: amount })
    await writeFile(join(cwd, 'Lighthouse.md'), '# Lighthouse\n\nBlinks twice, then waits.\n')
    await expect.poll(() => lines.length).toBeGreaterThan(1)
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ added: 1, unchanged: amount })
    expect(await runJson(['index', '--watch'], { cwd, status: 1 })).toMatchObject({
      error: { code: 'MEMORY_SPACE_WATCHED' },
    })
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ status: 130, signal: null, stderr: '' })
    expect(await runJson(['index'], { cwd })).toMatchObject({ added: 0, unchanged: amount + 1 })
  })
})

test('doctor says that notes are not indexed, and which line of the journal is broken', async () => {
  const cwd = await vault.fresh()
  const codes = async (): Promise<readonly string[]> => {
    const { findings } = (await runJson(['doctor'], { cwd })) as { findings: readonly { code: string }[] }
    return findings.map(({ code }) => code)
  }
  expect(await codes()).toContain('NOTES_NOT_INDEXED')
  await runJson(['index'], { cwd })
  expect(await codes()).not.toContain('NOTES_NOT_INDEXED')
  await writeFile(join(cwd, 'Foghorn.md'), 'Sounds every thirty seconds.\n')
  await remember(cwd, { text: 'The foghorn is loud.' })
  await appendFile(join(cwd, '.datacore/state/session-memories.jsonl'), 'not JSON\n')
  const now = await codes()
  expect(now).toContain('NOTE_INDEX_STALE')
  expect(now.filter((code) => code.startsWith('MEMORY_JOURNAL'))).toHaveLength(1)
})

test('another model in the settings: the vectors of before answer, doctor says so, and index makes the new ones', async () => {
  const cwd = await vault.indexed()
  const legs = async (query: string): Promise<unknown> =>
    ((await runJson(['search', query], { cwd })) as { legs: unknown }).legs
  const codes = async (): Promise<readonly string[]> => {
    const { findings } = (await runJson(['doctor'], { cwd })) as { findings: readonly { code: string }[] }
    return findings.map(({ code }) => code)
  }
  await appendFile(join(cwd, '.datacore/settings.yaml'), 'embeddings:\n  dtype: q8\n')
  expect(await legs('what warns sailors of rocks')).toMatchObject({
    vector: true,
    other_model: expect.stringMatching(/^all-MiniLM.*int8$/),
  })
  expect(await codes()).toContain('NOTES_OF_FORMER_MODEL')
  expect(await runJson(['index'], { cwd })).toMatchObject({ added: 0, changed: 0, pending: 0 })
  expect(await legs('how a crew is told about the coast')).toEqual({ vector: true, text: true })
  expect(await codes()).not.toContain('NOTES_OF_FORMER_MODEL')
})
