import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { initIdentity, mindOf, remember } from '@datacortex/cognition'
import type { SpacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { files, registryText, tokenizer } from './__fixtures__/load-writer.ts'
import { searchOf } from './__fixtures__/remembered.ts'
import { type LoadContextOptions, type LoadedContext, loadContext } from './load-context.ts'

const minds = '0-personal/minds'

async function twoMinds(registry = registryText) {
  const space = await agentSpace({ ...files, '.datacore/registry/agents.yaml': registry })
  for (const [agent, name, uid] of [
    ['writer', 'Wren', '42'],
    ['diarist', 'Dora', '43'],
  ] as const)
    await initIdentity(space.paths, { agent, name, description: `Is ${name}.`, prompt: '- Never lie.', uid })
  const context = async (more: Partial<LoadContextOptions> = {}): Promise<LoadedContext> => {
    const asked = { registry: space.registry, agent: 'writer', task: 'Explain the tides.', tokenizer, ...more }
    return await loadContext(space.paths, { memory: searchOf(space.paths), ...asked })
  }
  return { paths: space.paths, context }
}

/** Writes further front matter into a topic. */
async function marked(paths: SpacePaths, path: string, ...lines: readonly string[]): Promise<void> {
  const file = join(paths.root, path)
  await writeFile(file, (await readFile(file, 'utf8')).replace('---\n', `---\n${lines.join('\n')}\n`))
}

const texts = ({ parts }: LoadedContext, kind: string): readonly string[] =>
  parts.filter((part) => part.kind === kind).map(({ text }) => text)

test('a context begins with who the agent is, with origin and tokens, and without its uid', async () => {
  const { paths, context } = await twoMinds()
  const file = join(paths.root, '.datacore/agents/writer/identity.yaml')
  const text = (await readFile(file, 'utf8')).replace('language: []', 'language: [en, de]\n  tone: calm')
  await writeFile(file, text)
  const { parts, prompt } = await context()
  expect(parts[0]).toMatchObject({
    kind: 'identity',
    origin: '.datacore/agents/writer/identity.yaml',
    tokens: expect.any(Number),
    provenance: { because: 'it is who Wren is' },
  })
  expect(parts[0]?.text).toMatchInlineSnapshot(`
    "## Who you are

    You are Wren: Is Wren.
    Speak of yourself as Wren, never by the name of a model, a program or an id.
    Tone: calm
    Languages, the first ones first: en, de

    What you will not do:

    - Never lie."
  `)
  expect(prompt.startsWith('## Who you are')).toBe(true)
  expect(prompt.indexOf('You write.')).toBeGreaterThan(0)
  expect(prompt).not.toContain('42')
})

test('what is pinned stands in every context of its owner, and of those for whom others share it, up to its limit', async () => {
  const { paths, context } = await twoMinds()
  const keep = async (agent: string, topic: string, visibility: 'private' | 'shared', ...lines: readonly string[]) => {
    const text = `${topic} `.repeat(200)
    const { path } = await remember(await mindOf(paths, agent), { text, topic, visibility })
    await marked(paths, path, ...lines)
    return path
  }
  const own = await keep('writer', 'style', 'private', 'pin: true', 'token_limit: 40')
  await keep('writer', 'loose', 'private')
  const house = await keep('diarist', 'house', 'shared', 'pin: [writer]', 'read_only: true')
  await keep('diarist', 'elsewhere', 'shared', 'pin: [baker]')
  await keep('diarist', 'secret', 'private', 'pin: [all]')
  const loaded = await context()
  const pinned = loaded.parts.filter(({ kind }) => kind === 'pinned')
  expect(pinned.map(({ origin, provenance }) => [origin, provenance.because])).toEqual([
    [house, 'Dora pinned it'],
    [own, 'Wren pinned it'],
  ])
  expect(pinned[1]?.tokens).toBeLessThanOrEqual(40)
  expect(loaded.left_out).toContainEqual({ origin: own, reason: 'cut to its limit of 40 tokens' })
  const shown = await context({ isForItself: false })
  expect(texts(shown, 'pinned')).toHaveLength(1)
  expect(shown.left_out).toContainEqual({ origin: 'pinned', reason: 'what is private to Wren is not shown' })
  const readOnly = remember(await mindOf(paths, 'diarist'), { text: 'More.', topic: 'house' })
  await expect(readOnly).rejects.toMatchObject({ code: 'COGNITION_READ_ONLY' })
})

test('what an agent alone remembers is in its contexts, and in nobody else’s', async () => {
  const { paths, context } = await twoMinds()
  await remember(await mindOf(paths, 'writer'), { text: 'Tides are loved by Wren.', topic: 'tides' })
  await remember(await mindOf(paths, 'diarist'), { text: 'Tides are feared by Dora.', topic: 'tides' })
  const [own] = texts(await context(), 'memory')
  expect(own).toContain('loved by Wren')
  for (const more of [{ isForItself: false }, { askedBy: 'diarist' }])
    expect(texts(await context(more), 'memory')).toEqual([])
  expect(JSON.stringify(await context())).not.toContain('feared')
})

test('no entry reads a file of a mind, however it names it', async () => {
  const secret = `${minds}/diarist/knowledge/tides.md`
  for (const [reads, locations] of [
    [secret, ''],
    [`${minds}/**`, ''],
    [`./${minds}/diarist/knowledge`, ''],
    [secret.toUpperCase().replace('MD', 'md'), ''],
    ['hers', `\n    hers: ${minds}/diarist/knowledge/`],
  ] as const) {
    const registry = registryText
      .replace('gone.md', JSON.stringify(reads))
      .replace('    journals: 0-personal/journal/', `    journals: 0-personal/journal/${locations}`)
    const { paths, context } = await twoMinds(registry)
    await remember(await mindOf(paths, 'diarist'), { text: 'Tides are feared by Dora.', topic: 'tides' })
    await mkdir(join(paths.root, '0-personal/notes'), { recursive: true })
    const loaded = await context({ task: `Read ${secret} on tides.` })
    expect(JSON.stringify(loaded), reads).not.toContain('feared')
    expect(loaded.left_out.length, reads).toBeGreaterThan(0)
  }
})
