import { count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { directoryLines } from '../output/directory-lines.ts'

export const directoryList = commandOf('directories.list', (data) => {
  const lines = data.directories.flatMap((one) => [
    ...(one.addresses.length === 0
      ? [`${one.name}  no address: datacortex directory add ${one.name} ADDRESS`]
      : directoryLines([one])),
    ...one.addresses.map((address) => `    ${address}`),
  ])
  return lines.length === 0 ? ['no module brings a directory'] : lines
})

type Changing = Given<'directories.add'> & { readonly to: 'add' | 'remove' }

export async function directoryChange(context: Context, { to, ...given }: Changing): Promise<CommandResult> {
  const { directories } = await spaceOf(context)
  const data = await (to === 'add' ? directories.add(asked(given)) : directories.remove(asked(given)))
  const { directory, addresses, changed } = data
  const next = to === 'add' && changed ? [`next     datacortex directory refresh ${directory}`] : []
  const done = to === 'add' ? 'added' : 'removed'
  return {
    data,
    lines: [
      changed ? `${data.dry_run === true ? `would be ${done}` : done.padEnd(7)}  ${given.address}` : 'unchanged',
      `asks     ${addresses.join(', ') || 'nobody'}`,
      ...(data.dry_run === true ? ['dry run  nothing was changed'] : next),
    ],
  }
}

export const directoryRefresh = commandOf(
  'directories.refresh',
  ({ directories, agents, embedded }) => ({
    lines: [
      directoryLines(directories),
      `${count(agents, 'agent')} can be found · ${count(embedded, 'text')} embedded`,
    ],
    exitCode: directories.some(({ error }) => error !== undefined) ? 1 : 0,
  }),
  {
    ask: ({ directories = [], full }: Given<'directories.refresh'>) => ({
      directories: directories.length === 0 ? undefined : directories,
      full,
    }),
  },
)
