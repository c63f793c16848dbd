import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildProgram } from '../program.ts'
import { completion } from './completion.ts'

test.skipIf(process.platform === 'win32')('bash offers the values of options and arguments', async () => {
  const complete = await bash()
  expect(complete('research', '--depth', '')).toEqual(['deep', 'quick', 'standard'])
  expect(complete('research', '--depth', 'q')).toEqual(['quick'])
  expect(complete('feedback', 'exec-1', '')).toEqual(['negative', 'positive', 'revised'])
  expect(complete('feedback', 'exec-1', '--j')).toEqual(['--json'])
  expect(complete('feedback', '--root', 'desk', 'exec-1', 'p')).toEqual(['positive'])
  expect(complete('feedback', 'exec-1', 'positive', '--')).toContain('--root')
})

test.skipIf(process.platform === 'win32')('bash offers ids of agents, and runs nothing that an id says', async () => {
  const complete = await bash()
  expect(complete('agent', 'show', '')).toEqual(['note-gardener', 'translator'])
  expect(complete('agent', 'show', 't')).toEqual(['translator'])
  expect(complete('agent', 'remove', 'translator', 'n')).toEqual(['note-gardener'])
  expect(complete('agent', 'run', '--root', 'elsewhere', 'o')).toEqual(['other'])
  expect(complete('agent', 'show', '--')).toContain('--json')
  // The task is anything.
  expect(complete('agent', 'run', 'translator', '')).not.toContain('note-gardener')
})

test.skipIf(process.platform === 'win32')(
  'bash offers files where files are wanted, and options where they are begun',
  async () => {
    const complete = await bash()
    // The shell itself takes files where nothing is offered, whatever blanks they have in their names.
    for (const words of [['ingest'], ['ingest', 'a.md'], ['agent', 'import'], ['init'], ['agent', 'list', '--root']])
      expect(complete(...words, '')).toEqual([''])
    expect(complete('ingest', '--')).toContain('--space')
    // A folder of this name is none of the command.
    expect(completion(program(), 'bash').lines.join('\n')).toContain('complete -o default -F')
  },
)

test.skipIf(process.platform === 'win32')('bash knows a space that is named in another way', async () => {
  const complete = await bash()
  expect(complete('agent', 'show', '--root', '=', 'elsewhere', 'o')).toEqual(['other'])
  expect(complete('agent', 'show', '--root=elsewhere', 'o')).toEqual(['other'])
  expect(complete('research', '--depth', '=', 'q')).toEqual(['quick'])
  expect(complete('research', '--depth', '=')).toEqual(['deep', 'quick', 'standard'])
})

const hasZsh = spawnSync('zsh', ['--version']).status === 0

test('zsh offers the same', async ({ skip }) => {
  skip(!hasZsh, 'zsh is not installed')
  const complete = await bash('zsh')
  // What begins otherwise is left out by zsh later.
  expect(complete('resear')).toContain('research')
  expect(complete('research', '--depth', '')).toEqual(['deep', 'quick', 'standard'])
  expect(complete('agent', 'show', 't')).toEqual(['translator'])
  expect(complete('agent', 'show', '--root', 'elsewhere', 'o')).toEqual(['other'])
})

test('the script has nothing that zsh takes for something else', () => {
  const script = completion(program(), 'zsh').lines.join('\n')
  expect(script).not.toMatch(/\$\{\w+\[@\]:[A-Z]|\b(?:path|words)=/)
})

test('fish offers them too', () => {
  const [script = ''] = completion(program(), 'fish').lines
  expect(script).toContain("-l depth -x -a 'quick standard deep'")
  expect(script).toContain("-f -a 'positive negative revised'")
  expect(script).toContain("-f -a '(datacortex agent list --ids (__datacortex_root) 2>/dev/null)'")
  expect(script).toContain('-l root -r\n')
  expect(script).toContain('-l json\n')
})

/** Completes words by the script, with a program in the place of `datacortex` that knows two agents and a hostile one. */
async function bash(shell: 'bash' | 'zsh' = 'bash'): Promise<(...words: readonly string[]) => readonly string[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'completion-'))
  onTestFinished(async () => await rm(cwd, { recursive: true }))
  const ids = `#!/usr/bin/env bash
[ "$*" = "agent list --ids --root elsewhere" ] && echo other && exit
printf '%s\\n' note-gardener translator '$(touch ran)' 't\`touch ran\`' 'two words'
`
  await writeFile(join(cwd, 'datacortex'), ids, { mode: 0o755 })
  await writeFile(join(cwd, 'script'), completion(program(), shell).lines.join('\n'))
  const begin =
    shell === 'zsh' ? 'autoload -U compinit && compinit -u -D; source ./script; emulate sh' : 'source ./script'
  const script =
    '; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _datacortex; printf "%s\\n" "${COMPREPLY[@]}"; [ ! -e ran ]'
  return (...words) => {
    const run = spawnSync(
      shell,
      [...(shell === 'zsh' ? ['-f'] : []), '-c', `${begin}${script}`, shell, './datacortex', ...words],
      { cwd, encoding: 'utf8' },
    )
    expect(run).toMatchObject({ status: 0, stderr: '' })
    return run.stdout.trimEnd().split('\n').toSorted()
  }
}

function program(): ReturnType<typeof buildProgram> {
  return buildProgram({ signal: new AbortController().signal, setExitCode: () => {} })
}
