import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { composeAgents, readRegistry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { tokenizer } from './__fixtures__/load-writer.ts'
import { agentHash, componentTexts } from './component-texts.ts'
import { loadContext } from './load-context.ts'

const registryText = `
components:
  web: {description: Reads the web, version: 1.0.0, source: "subagent:url-fetcher", requires: [style]}
  style: {name: House style, description: How we write, source: parts/style.md}
  shell: {description: Runs programs, source: "tool:Bash"}
  issues: {description: Knows issues, source: "mcp:github"}
  short: {description: Is brief, prompt: Be brief.}
  lost: {name: Lost, description: Has no file, source: parts/gone.md}
  secret: {description: Shows a key, source: .datacore/env/KEY.md}
agents:
  composed: {name: Composed, description: Has parts., source: composed.md, components: [web, shell, issues, short, lost, secret, none]}
`
const files = {
  '.datacore/registry/agents.yaml': registryText,
  '.datacore/env/KEY.md': 'k3y',
  'composed.md': 'You are composed.',
  'parts/style.md': '---\ntitle: Style\n---\nWrite short sentences.',
}

test('components stand behind the prompt in their order, with origin, tokens and reason', async () => {
  const { paths, registry } = await agentSpace(files)
  const asked = { agent: 'composed', task: 'Explain tides.', tokenizer }
  const context = await loadContext(paths, { registry: await composeAgents(registry), ...asked })
  const parts = context.parts.filter(({ kind }) => kind === 'component')
  expect(parts.map(({ origin, text, provenance }) => [origin, text, provenance.because])).toEqual([
    ['parts/style.md', 'Write short sentences.', 'it is the component style of composed'],
    [
      'component web',
      'web: Reads the web\nHand such work to the agent url-fetcher.',
      'it is the component web@1.0.0 of composed',
    ],
    ['component shell', 'shell: Runs programs\nThe tool for it is Bash.', 'it is the component shell of composed'],
    [
      'component issues',
      'issues: Knows issues\nThe tools for it are those of the MCP server github.',
      'it is the component issues of composed',
    ],
    ['component short', 'Be brief.', 'it is the component short of composed'],
    ['parts/gone.md', 'Lost: Has no file', 'it is the component lost of composed'],
    ['.datacore/env/KEY.md', 'secret: Shows a key', 'it is the component secret of composed'],
  ])
  expect(parts.every(({ tokens }) => tokens > 0)).toBe(true)
  expect(context.prompt).toMatch(/^You are composed\.\n\nWrite short sentences\.\n\nweb: Reads the web\n/)
  expect(
    context.left_out.filter(({ origin }) => /component|parts|env/.test(origin)).map(({ reason }) => reason),
  ).toEqual([
    'there is no component none',
    'it does not exist; its description stands for its text',
    'it holds secrets, which are never loaded; its description stands for its text',
  ])
  expect(context.component_hashes?.map((one) => one.replace(/:[0-9a-f]{64}$/, ''))).toEqual([
    'style',
    'web@1.0.0',
    'shell',
    'issues',
    'short',
    'lost',
    'secret',
  ])
})

test('a changed component changes its own hash and that of each agent that has it', async () => {
  const { paths, registry } = await agentSpace(files)
  const hashes = async () => {
    const agent = (await composeAgents(await readRegistry(paths))).agents.get('composed')
    if (agent?.composition === undefined) throw new Error('It has no components.')
    const components = (await componentTexts(paths, agent.composition.parts)).map(({ hash }) => hash)
    return { components, agent: agentHash(agent, { prompt: '', components }) }
  }
  const before = await hashes()
  expect(await hashes()).toEqual(before)
  await mkdir(join(paths.root, 'parts'), { recursive: true })
  await writeFile(join(paths.root, 'parts/style.md'), 'Write long sentences.')
  const text = await hashes()
  expect(text.components.map((hash, index) => hash === before.components[index])).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
    true,
  ])
  expect(text.agent).not.toBe(before.agent)
  await writeFile(registry.file, registryText.replace('version: 1.0.0', 'version: 1.1.0'))
  const version = await hashes()
  expect(version.components[1]).not.toBe(before.components[1])
  expect(version.agent).not.toBe(text.agent)
  const plain = { entry: { description: 'A', name: 'A', skills: [] } }
  expect(agentHash(plain, { prompt: 'p', components: [] })).toBe(sha256(JSON.stringify([plain.entry, 'p'])))
})
