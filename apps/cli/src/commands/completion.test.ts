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

test('fish offers them too', () => {
  const [script = ''] = completion(program(), 'fish').lines
  expect(script).toContain("-l depth -x -a 'quick standard deep'")
  expect(script).toContain("-f -a 'positive negative revised'")
  expect(script).toContain("-f -a '(datacortex agent list --ids 2>/dev/null)'")
})

/** Completes words by the script, with a program in the place of `datacortex` that knows two agents and a hostile one. */
async function bash(): Promise<(...words: readonly string[]) => readonly string[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'completion-'))
  onTestFinished(async () => await rm(cwd, { recursive: true }))
  const ids = `#!/usr/bin/env bash
[ "$*" = "agent list --ids --root elsewhere" ] && echo other && exit
printf '%s\\n' note-gardener translator '$(touch ran)' 't\`touch ran\`' 'two words'
`
  await writeFile(join(cwd, 'datacortex'), ids, { mode: 0o755 })
  await writeFile(join(cwd, 'script'), completion(program(), 'bash').lines.join('\n'))
  const script =
    'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _datacortex; printf "%s\\n" "${COMPREPLY[@]}"; [ ! -e ran ]'
  return (...words) => {
    const run = spawnSync('bash', ['-c', script, 'bash', './datacortex', ...words], { cwd, encoding: 'utf8' })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    return run.stdout.trimEnd().split('\n').toSorted()
  }
}

function program(): ReturnType<typeof buildProgram> {
  return buildProgram({ signal: new AbortController().signal, setExitCode: () => {} })
}
