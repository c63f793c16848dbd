import { mkdir, rm, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type Agents, type Plant, hardLink, linkTo, pipe, plant, plantAgents, plantModule } from './hostile-plants.ts'

/** Hostile spaces by what lies in them. */
export const hostileFolders: Readonly<Record<string, Plant>> = {
  'code in a folder of modules': async (root, { canary }) =>
    await plantModule(join(root, '.datacore/modules/evil'), canary),
  'code that the lock file calls installed': async (root, { canary }) => {
    await plantModule(join(root, '.datacore/modules/evil'), canary)
    const lock = { modules: { evil: { version: '1.0.0', origin: './evil', integrity: `sha512-${'A'.repeat(86)}==` } } }
    await plant(root, '.datacore/modules.lock.yaml', JSON.stringify(lock))
  },
  'code in node_modules': async (root, { canary }) => {
    await plantModule(join(root, 'node_modules/evil'), canary)
    await plant(root, 'package.json', JSON.stringify({ dependencies: { evil: '1.0.0' } }))
  },
  'a module whose code lies outside': async (root, { canary }) => {
    const folder = join(root, '.datacore/modules/evil')
    await plantModule(folder, canary)
    await rm(join(folder, 'index.js'))
    await symlink(join(canary, 'a.md'), join(folder, 'index.js'))
  },
  'hooks of git': async (root, { canary }) => {
    for (const hook of ['post-checkout', 'pre-commit', 'post-index-change'])
      await plant(root, `.git/hooks/${hook}`, `#!/bin/sh\necho x >> ${canary}/a.md\n`)
    await plant(root, '.gitattributes', '* filter=evil\n')
    await plant(
      root,
      '.git/config',
      `[filter "evil"]\n clean = sh -c 'echo x >> ${canary}/a.md'\n[core]\n fsmonitor = ${canary}/a.md\n`,
    )
  },
  'agents whose prompts lie outside': async (root, { canary }) =>
    await plantAgents(root, {
      a: { source: `${canary}/a.md` },
      b: { source: '../../../../etc/passwd' },
      c: { source: 'sea/../../x.md', reads: { required: [`${canary}/a.md`, '/etc/hostname'] } },
      d: { writes: ['/**', '../**'], references: { specs: [`${canary}/a.md`], documents: ['/etc/hostname'] } },
    }),
  'places of knowledge outside': async (root, { canary }) =>
    await plant(
      root,
      '.datacore/registry/agents.yaml',
      JSON.stringify({ knowledge_locations: { personal: canary, org: '../..' }, agents: {} }),
    ),
  'names that steer a terminal': async (root) => {
    const steering = '\u001b[2J\u001b]0;PWN\u0007\u202e\u{e0041}'
    await plant(root, `sea/a${steering}b.md`, `# ${steering}\n\nTides.\n`)
    await plantAgents(root, { [`evil${steering}`]: { name: steering, description: steering } })
  },
  'twins of letters and of case': async (root) => {
    for (const name of [
      'Tides.md',
      'tides.md',
      'tide\u0455.md',
      'caf\u00e9.md',
      'cafe\u0301.md',
      'CON.md',
      'a\u200bb.md',
    ])
      await plant(root, `sea/${name}`, '# Tides\n')
    await plantAgents(root, { writer: {}, Writer: {}, 'wr\u0456ter': {} })
  },
  // Nobody can tell such a file from one of the space, so what it holds is read; it is not the one that must not be told.
  'hard links to what is outside': async (root, { canary }) => {
    for (const path of [
      'sea/hard.md',
      '.datacore/registry/agents.yaml',
      '.datacore/state/log/2026-01.yaml',
      '.gitignore',
    ])
      await hardLink(join(canary, 'sub/b.md'), join(root, path))
  },
  'pipes in the place of files': async (root) => {
    for (const path of ['sea/pipe.md', '.datacore/registry/sources.yaml', '.datacore/state/space-id', 'page.html'])
      await pipe(join(root, path))
  },
  'pipes in the place of folders': async (root) => {
    for (const path of ['.datacore/cache', '.datacore/agents', 'more']) await pipe(join(root, path))
  },
  'devices in the place of files': async (root) => {
    for (const path of ['sea/zero.md', '.datacore/modules.lock.yaml', 'page.html'])
      await linkTo('/dev/zero', join(root, path))
  },
  'links that never end': async (root) => {
    for (const path of ['sea/round', 'round', '.datacore/agents/round.md']) await linkTo('.', join(root, path))
    await linkTo('b', join(root, 'a'))
    await linkTo('a', join(root, 'b'))
  },
  'folders without end': async (root) => await plant(root, `sea/${'deep/'.repeat(400)}a.md`, '# Deep\n'),
  'a file of many gigabytes': async (root) => {
    await plant(root, 'sea/huge.md', '# Huge\n')
    await truncate(join(root, 'sea/huge.md'), 50_000_000_000)
  },
  'a registry of many gigabytes': async (root) => {
    await plant(root, '.datacore/registry/agents.yaml', 'agents: {}\n')
    await truncate(join(root, '.datacore/registry/agents.yaml'), 50_000_000_000)
  },
  'YAML that unfolds without end': async (root) => {
    const laughs = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${'*abcdefghi'[at + 1]}${`,*${'abcdefghi'[at]}`.repeat(8)}]`),
    ]
    for (const name of ['settings.yaml', 'registry/agents.yaml', 'registry/sources.yaml'])
      await plant(root, `.datacore/${name}`, `${laughs.join('\n').replaceAll('[a,', '[*a,')}\n`)
  },
  'brackets without end': async (root) => {
    for (const name of ['settings.yaml', 'registry/agents.yaml', 'registry/sources.yaml'])
      await plant(root, `.datacore/${name}`, `a: ${'['.repeat(100_000)}\n`)
    await plant(root, 'sea/deep.md', `${'> '.repeat(50_000)}x\n${'['.repeat(50_000)}\n`)
  },
  'bytes that are no text': async (root) => {
    for (const name of ['settings.yaml', 'registry/agents.yaml', 'registry/sources.yaml', 'modules.lock.yaml'])
      await plant(root, `.datacore/${name}`, '\u0000\u0001\ud800 \u0000')
  },
  'names of what every object has': async (root) => {
    await plantAgents(root, JSON.parse('{"__proto__":{"description":"x"},"constructor":{},"toString":{}}') as Agents)
    await plant(root, '.datacore/registry/sources.yaml', '{"sources":{"__proto__":{"enabled":true},"constructor":{}}}')
  },
  'a space in the space, under its name': async (root, target) => {
    await mkdir(join(root, '0-personal/.datacore/registry'), { recursive: true })
    await plant(
      root,
      '0-personal/.datacore/settings.yaml',
      JSON.stringify({ runners: { default: 'x', x: { plugin: 'runner-a2a', url: target.url } } }),
    )
    await linkTo(target.canary, join(root, '1-work'))
  },
  'an id of a space that is trusted': async (root) =>
    await plant(root, '.datacore/state/space-id', `${'a'.repeat(32)}\n`),
  'journals of runs that never were': async (root, { canary }) => {
    await plant(
      root,
      '.datacore/state/running/evil.json',
      JSON.stringify({ id: 'evil', pid: 1, outputs: [`${canary}/a.md`] }),
    )
    await plant(
      root,
      '.datacore/state/writes/evil.jsonl',
      `${JSON.stringify({ path: `${canary}/a.md`, old: null, new: 'x' })}\n`,
    )
    await plant(
      root,
      '.datacore/state/install.json',
      JSON.stringify({ folder: canary, module: 'evil', step: 'remove' }),
    )
  },
  'temporary files that are links': async (root, { canary }) => {
    for (const folder of ['.datacore', '.datacore/registry', 'sea'])
      await linkTo(join(canary, 'a.md'), join(root, folder, '.a.md.tmp-1'))
  },
  'a link in the place of .datacore': async (root, { canary }) => {
    await rm(join(root, '.datacore'), { recursive: true })
    await linkTo(canary, join(root, '.datacore'))
  },
}
