import { shellWord } from '@datacortex/platform'
import type { InputOf } from '@datacortex/space'
import { spaceless } from '@datacortex/space'
import type { CommandResult, Context } from '../context.ts'
import { displayPath } from '../output/display-path.ts'

/** Arguments of `module new`. */
export type ModuleNewOptions = Omit<InputOf<'modules.new'>, 'dry_run'> & { readonly dryRun?: true | undefined }

/** `datacortex module new NAME --kind KIND`: makes the folder of a module. It needs no space. */
export async function moduleNew(
  { signal }: Context,
  { name, kind, description, out, dryRun }: ModuleNewOptions,
): Promise<CommandResult> {
  const data = await spaceless({ signal }).modules.new({ name, kind, description, out, dry_run: dryRun })
  const shown = displayPath(data.directory)
  const install = `datacortex module install ${shellWord(/^[~.]/.test(shown) ? shown : `./${shown}`)}`
  return {
    data,
    lines: [
      `${dryRun === true ? 'would make' : 'made      '} ${shown}`,
      ...data.files.map((path) => `file       ${path}`),
      dryRun === true ? 'dry run    nothing was changed' : `next       ${install}`,
    ],
  }
}
