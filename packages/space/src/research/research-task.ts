import { join } from 'node:path'
import type { ResearchConfig } from '@datacortex/research'
import { type SpacePaths, readTextFile } from '@datacortex/platform'
import { spaceError } from '../errors.ts'

export async function taskOf(
  paths: SpacePaths,
  { task, space }: { readonly task: string | undefined; readonly space: string },
): Promise<ResearchConfig['task']> {
  if (task === undefined) return undefined
  const [file = '', ...rest] = task.split('::')
  const title = rest.join('::').trim()
  const example = `--task "${space}/org/inbox.org::The title of the task"`
  const refuse = (message: string, hint: string): never => {
    throw spaceError('CLI_USAGE', { message: `${message}. Nobody was asked.`, hint })
  }
  if (file === '' || title === '') return refuse(`--task is FILE::TITLE, not ${JSON.stringify(task)}`, example)
  if (!file.startsWith(`${space}/`) || file.split('/').includes('..'))
    return refuse(`The file of the task lies in the space of the outputs, ${space}, and ${file} does not`, example)
  const read = await readTextFile(join(paths.root, file))
  if (!read.ok) return refuse(`${file} with the task can't be read: ${read.reason}`, example)
  const { readOrg } = await import('@datacortex/research')
  const { headings } = readOrg(read.text)
  if (headings.some((heading) => heading.title === title)) return { file, title }
  const open = headings.find(({ isDone, keyword }) => keyword !== undefined && !isDone)
  return refuse(
    `There is no task ${JSON.stringify(title)} in ${file}`,
    open === undefined ? example : `--task "${file}::${open.title}"`,
  )
}
