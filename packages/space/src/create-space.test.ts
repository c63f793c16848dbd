import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSpace } from './create-space.ts'
import { openSpace } from './space.ts'

async function folderWithAgent(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'create-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'cook.agent.md'), '---\nname: cook\ndescription: Cooks.\n---\nYou cook.\n')
  return root
}

test('what a new space would begin with is told before there is one', async () => {
  const root = await folderWithAgent()
  const asked = { root, from: ['cook.agent.md'], dry_run: true }
  const planned = await createSpace(asked)
  expect(planned).toMatchObject({
    root,
    imported: 1,
    import: { imported: [{ id: 'cook' }], counts: { seen: 1, left_out: 0 } },
  })
  expect(planned.usual).toBeUndefined()
  await expect(stat(join(root, '.datacore'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await createSpace({ root })).toMatchObject({
    created: planned.created,
    usual: { here: [] },
    notes: { count: 1 },
  })
})

test('paths of an import are those of the space, and what is not there is counted', async () => {
  const root = await folderWithAgent()
  await createSpace({ root })
  await using space = await openSpace(root)
  const from = ['cook.agent.md', 'gone']
  const report = await space.agents.import({ from, dry_run: true })
  expect(report).toMatchObject({
    imported: [{ id: 'cook', path: join(root, 'cook.agent.md') }],
    counts: { seen: 2, left_out: 1 },
    skipped: [{ path: join(root, 'gone') }],
  })
  expect(report.error).toBeUndefined()
})

test('a space in a space is made only by one who agrees', async () => {
  const root = await folderWithAgent()
  await createSpace({ root })
  const inner = join(root, 'inner')
  const ask = (answer: boolean) => ({ ask: { confirm: async () => answer, mayRun: async () => undefined } })
  for (const options of [{}, ask(false)])
    await expect(createSpace({ root: inner }, options)).rejects.toMatchObject({
      code: 'SPACE_NESTED',
      hint: expect.stringContaining(`datacortex init ${inner} --yes`),
    })
  await expect(stat(inner)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await createSpace({ root: inner, yes: true, dry_run: true })).toMatchObject({ root: inner })
  expect((await createSpace({ root: inner }, ask(true))).created).not.toEqual([])
  expect(await createSpace({ root: inner })).toMatchObject({ created: [] })
})
