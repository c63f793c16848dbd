import { join } from 'node:path'
import { readTextFile } from '@datacortex/platform'
import { z } from 'zod'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'

export const listWaiting = operation({
  input: z.strictObject({ space: name.optional().describe('0-personal if left out.') }),
  output: z.looseObject({ file: z.string(), tasks: z.array(z.looseObject({ topic: z.string() })) }),
  run: async ({ paths }, { space = '0-personal' }) => {
    const { readOrg, researchQueue } = await import('@datacortex/research')
    const file = `${await chooseSpaceFolder(paths, space)}/org/research_learning.org`
    const read = await readTextFile(join(paths.root, file))
    const tasks = researchQueue(readOrg(read.ok ? read.text : ''), { isResearchFile: true })
    return { dry_run: true as const, file, tasks: tasks.map(({ topic, urls }) => ({ topic, urls })) }
  },
})
