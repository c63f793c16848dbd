import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { buildProgram } from '../program.ts'

test('no option with a list loses what was given before', () => {
  const lists = leaves(buildProgram({ signal: new AbortController().signal, setExitCode: () => {} })).flatMap(
    (command) =>
      command.options
        .filter(({ description, variadic }) => !variadic && /comma-separated|such as 1,3,5|^tags /.test(description))
        .map((option) => ({ command: command.name(), option })),
  )
  expect(lists.map(({ command, option }) => `${command} ${option.long}`)).toEqual([
    'find --tag',
    'run --chain',
    'run --tags',
    'list --tag',
    'route --tags',
    'find --tag',
    'run --chain',
    'run --tags',
    'list --tag',
    'evaluate --tags',
    'remember --tags',
    'embed --tags',
    'search --tag',
    'search --source',
    'recent --tag',
    'new --tags',
    'research --select',
    'resume --select',
  ])
  for (const { option } of lists) {
    const given = ['a', 'b'].reduce<unknown>((before, text) => option.parseArg?.(text, before), undefined)
    expect(given, option.flags).toEqual(['a', 'b'])
  }
})

test('both values of --tags are recorded', async () => {
  const { paths } = await commandSpace({
    agents: { writer: {}, critic: {} },
    executions: [{ id: 'one', agent_id: 'writer' }],
  })
  const printed: unknown[] = []
  const program = buildProgram({
    signal: new AbortController().signal,
    setExitCode: () => {},
    onResult: ({ data }) => printed.push(data),
  })
  const scores = ['--completion', '90', '--quality', '90', '--efficiency', '90']
  const said = ['evaluate', 'one', '--by', 'critic', ...scores, '--tags', 'a, c', '--tags', 'b']
  await program.parseAsync([...said, '--root', paths.root], { from: 'user' })
  expect(printed).toMatchObject([{ tags: ['a', 'c', 'b'] }])
})

function leaves(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(leaves)]
}
