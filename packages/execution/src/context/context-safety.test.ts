import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentSpace, temporaryFolder, writeFiles } from './__fixtures__/agent-space.ts'
import { reasons, tokenizer } from './__fixtures__/load-writer.ts'
import { loadContext } from './load-context.ts'

test('nothing leaves the space and no secret is loaded, whatever the entry says', async () => {
  const outside = await temporaryFolder()
  await writeFiles(outside, { 'secret.md': 'outside text', 'folder/x.md': 'outside text' })
  const names = [
    '/etc/passwd',
    '../x.md',
    '.datacore/env/KEY',
    '.datacore/env',
    '.env',
    'k/server.pem',
    'link.md',
    'linked',
    'k',
    '{..,k}/*.md',
    '.datacore/../.datacore/env/KEY',
    '.git/config',
    '.datacore/state/outputs/exec-1.md',
    '.datacore/state/*.jsonl',
    '.datacore/cache',
  ]
  const { paths, registry } = await agentSpace({
    '.datacore/registry/agents.yaml': `version: "1.0.0"\nagents:\n  a:\n    name: A\n    description: B.\n    reads:\n      required: ${JSON.stringify(names)}\n    references: {dips: [DIP-0001, ../x.md], specs: [.datacore/env/KEY]}\n`,
    '.datacore/env/KEY': 'planted-key-123',
    '.env': 'TOKEN=planted-key-456',
    '.git/config': 'planted',
    'k/server.pem': 'planted pem',
    '.datacore/state/outputs/exec-1.md': 'planted answer',
    '.datacore/state/session-memories.jsonl': 'planted memory',
    '.datacore/cache/memory/hot.json': 'planted excerpt',
    'k/own.md': 'Own text with planted-key-123 pasted in.',
  })
  await symlink(join(outside, 'secret.md'), join(paths.root, 'link.md'))
  await symlink(join(outside, 'folder'), join(paths.root, 'linked'))
  await symlink(join(outside, 'secret.md'), join(paths.root, 'k/inner.md'))
  await mkdir(join(paths.datacore, 'dips'))
  await symlink(join(outside, 'secret.md'), join(paths.datacore, 'dips/DIP-0001.md'))
  const task = 'Look into .datacore/env/KEY and ../x.md and linked/x.md and .datacore/state/outputs/exec-1.md.'
  const context = await loadContext(paths, { registry, agent: 'a', task, tokenizer })
  const why = reasons(context)
  for (const name of [
    ...names.filter((each) => each !== 'k'),
    'k/inner.md',
    '.datacore/dips/DIP-0001.md',
    '.datacore/env/KEY',
  ])
    expect([name, why.get(name)]).toEqual([
      name,
      expect.stringMatching(/absolute|leaves|leads out|secrets|other agents|git|no file|not followed/),
    ])
  expect(context.prompt).not.toMatch(/outside text|planted/)
  expect(context.prompt).toContain('Own text with [secret KEY] pasted in.')
  expect(why.get('k/own.md')).toBe('a secret stands in it and was taken out: KEY')
})
