import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256, ownPaths, spacePaths } from '@datacortex/platform'
import type { AgentEntry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { temporaryFolder, writeFiles } from './__fixtures__/agent-space.ts'
import { type AgentPrompt, readPrompt } from './read-prompt.ts'

const body = '---\nname: writer\n---\n\nYou write {task}.\n'

async function promptOf(root: string, fields: Partial<AgentEntry>): Promise<AgentPrompt> {
  const entry = { name: 'Writer', description: 'Writes texts.', skills: [], ...fields }
  return await readPrompt(ownPaths(spacePaths(root)), { id: 'writer', entry, module: undefined })
}

test('the body of the source, without front matter', async () => {
  const root = await temporaryFolder()
  await writeFiles(root, {
    '.datacore/agents/writer.md': body,
    'codex.toml': 'name = "c"\ndescription = "d"\ndeveloper_instructions = "Do it."\n',
  })
  const { prompt, leftOut, findings } = await promptOf(root, { source: '.datacore/agents/writer.md' })
  expect(prompt).toEqual({
    origin: '.datacore/agents/writer.md',
    text: 'You write {task}.',
    because: 'it is the prompt of writer',
    path: '.datacore/agents/writer.md',
    isFilled: true,
  })
  expect([leftOut, findings]).toEqual([[], []])
  expect((await promptOf(root, { source: 'codex.toml' })).prompt.text).toBe('Do it.')
})

test('a source that changed since it was imported is used, with a finding', async () => {
  const root = await temporaryFolder()
  await writeFiles(root, { 'a.md': body })
  expect((await promptOf(root, { source: 'a.md', sha256: sha256(body) })).findings).toEqual([])
  const changed = await promptOf(root, { source: 'a.md', sha256: sha256('older') })
  expect(changed.prompt.text).toBe('You write {task}.')
  expect(changed.findings).toMatchObject([{ code: 'CONTEXT_PROMPT_CHANGED', subject: 'writer' }])
})

test('outside the space only the very file that was imported is read, also behind a link', async () => {
  const [root, outside] = [await temporaryFolder(), await temporaryFolder()]
  await writeFiles(outside, { 'a.md': body, '.ssh/id.md': body })
  await symlink(join(outside, 'a.md'), join(root, 'link.md'))
  const source = join(outside, 'a.md')
  expect((await promptOf(root, { source, sha256: sha256(body) })).prompt.text).toBe('You write {task}.')
  for (const [fields, reason] of [
    [{ source }, 'its source lies outside the space'],
    [{ source: 'link.md' }, 'its source lies outside the space'],
    [{ source: '../a.md' }, 'its source lies outside the space'],
    [{ source, sha256: sha256('older') }, 'it lies outside the space and is not what was imported any more'],
    [{ source: join(outside, '.ssh/id.md'), sha256: sha256(body) }, 'it holds secrets, which are never loaded'],
  ] as const) {
    const { prompt, leftOut, findings } = await promptOf(root, fields)
    expect(prompt.text).toBe('You are Writer.\n\nWrites texts.')
    expect(leftOut).toEqual([{ origin: fields.source, reason: `${reason}; its description stands for its prompt` }])
    expect(findings.map(({ code }) => code)).toEqual(fields.source === '../a.md' ? [] : ['CONTEXT_PROMPT_MISSING'])
  }
})

test('without a prompt to read, name, description and skills stand for it', async () => {
  const root = await temporaryFolder()
  await writeFiles(root, { 'card.json': '{}', 'empty.md': '---\na: b\n---\n', '.datacore/env/KEY.md': 'secret' })
  await mkdir(join(root, 'folder.md'))
  const skills = [{ id: 'a', name: 'Essays', description: 'Long ones', tags: [] }]
  const { prompt, leftOut } = await promptOf(root, { skills })
  expect(prompt.text).toBe('You are Writer.\n\nWrites texts.\n\nYour skills:\n\n- Essays: Long ones')
  expect(prompt.origin).toBe('registry entry writer')
  expect(leftOut[0]).toMatchObject({ origin: 'writer', reason: expect.stringContaining('names no source') })
  for (const [source, reason] of [
    ['gone.md', 'it does not exist'],
    ['https://example.com/a.md', 'its source is no file'],
    ['card.json', 'its source holds no prompt'],
    ['empty.md', 'its source holds no prompt'],
    ['folder.md', 'it is a folder'],
    ['.datacore/env/KEY.md', 'it holds secrets'],
  ])
    expect((await promptOf(root, { source })).leftOut).toMatchObject([
      { origin: source, reason: expect.stringContaining(reason ?? '?') },
    ])
})

test('a prompt that is gone is a warning, an agent that has none is not', async () => {
  const [root, outside] = [await temporaryFolder(), await temporaryFolder()]
  await writeFiles(root, { 'card.json': '{}', 'empty.md': '---\na: b\n---\n' })
  for (const source of ['card.json', 'empty.md', 'gone.json', 'https://example.com/a.md', ''])
    expect((await promptOf(root, { source })).findings).toEqual([])
  expect((await promptOf(root, { source: 'gone.md' })).findings).toMatchObject([
    {
      code: 'CONTEXT_PROMPT_MISSING',
      severity: 'warning',
      message: 'The prompt of writer (gone.md) is not used: it does not exist. Only its description stands for it.',
      hint: expect.stringContaining('Put the file back'),
    },
  ])
  await writeFiles(outside, { 'a b.md': 'newer' })
  const source = join(outside, 'a b.md')
  const [edited] = (await promptOf(root, { source, sha256: sha256('older') })).findings
  expect(edited?.hint).toContain(`datacortex import '${source}'`)
})
