import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program, sample, startProgram } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Commands that are shown but not run here, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^git clone /, 'needs the network'],
  [/^npx /, 'needs the network; the workflow runs it on a fresh clone'],
  [/^npm (?:install|i) /, 'needs the network'],
  [
    /^pnpm (?:install|test|test:long|demo|build|lint|types|boundaries|bench|format)\b/,
    'runs in the workflow; here it would call itself',
  ],
  [/^cd datacortex$/, 'follows the clone'],
]

const readme = join(import.meta.dirname, '../../README.md')

test('every command of the README does what it says', async () => {
  const commands = shellCommands(await readFile(readme, 'utf8'))
  expect(commands.length, 'commands in ```sh blocks').toBeGreaterThan(3)
  const run = commands.filter((command) => !notRun.some(([pattern]) => pattern.test(command)))
  expect(run.length, 'commands that are run').toBeGreaterThan(2)
  const cwd = await prepareHome()
  const lines = run.map((command, index) => `{ ${command}\n} || { echo "command ${index + 1} failed" >&2; exit 1; }`)
  await writeFile(join(cwd, 'readme.sh'), `set -o pipefail\ncd "$HOME"\n${lines.join('\n')}\n`)
  const env = { HOME: join(cwd, 'home'), PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}` }
  const { status, stdout, stderr } = await startProgram('bash', { cwd, args: ['readme.sh'], env }).ended
  expect({ status, commands: run, stdout, stderr }).toMatchObject({ status: 0 })
})

test('commands are read from blocks with and without prompts, comments and continued lines', () => {
  const text = [
    '```sh\n# a comment\ndatacortex a \\\n  b   # why\n\ndatacortex c\n```',
    '```console\nnot this\n```',
    '```sh\n$ datacortex d\noutput of d\n```',
  ].join('\n\n')
  expect(shellCommands(text)).toEqual(['datacortex a b', 'datacortex c', 'datacortex d'])
})

function shellCommands(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')
  return blocks.flatMap((block) => {
    const lines = block.replaceAll(/\\\n\s*/g, '').split('\n')
    const prompted = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    return (prompted.length > 0 ? prompted : lines)
      .map((line) => line.replace(/(?:^|\s+)#\s.*$/, '').trim())
      .filter((line) => line !== '')
  })
}

/** A home folder as in the README's examples: Claude Code agents, a module beside them, and `datacortex` in the path. */
async function prepareHome(): Promise<string> {
  const cwd = await temporaryFolder()
  const home = join(cwd, 'home')
  await cp(join(sample, 'agents'), join(home, '.claude/agents'), { recursive: true })
  await cp(join(sample, 'skills'), join(home, '.claude/skills'), { recursive: true })
  await cp(sample, join(home, 'apps/cli/sample'), { recursive: true })
  await mkdir(join(cwd, 'bin'))
  for (const [name, skipped] of [
    ['datacortex', ''],
    ['pnpm', 'shift'],
  ] as const) {
    const file = join(cwd, 'bin', name)
    await writeFile(file, `#!/usr/bin/env bash\n${skipped}\nexec "${process.execPath}" "${program}" "$@"\n`)
    await chmod(file, 0o755)
  }
  return cwd
}
