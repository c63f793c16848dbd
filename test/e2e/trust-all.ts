import { join, resolve } from 'node:path'
import {
  type SpacePaths,
  findSpace,
  isThere,
  readSettingsWants,
  readTrust,
  spacePaths,
  trustSpace,
} from '@datacortex/platform'
import { readSourceWants } from '@datacortex/sources'
import { environment } from './environment.ts'

/** Says yes, as the user of the tests, to all that the settings and sources of a space want now; to no program. */
export async function trustAll(
  root: string,
  config: string = environment(root)['DATACORTEX_CONFIG_DIR'] ?? '',
): Promise<void> {
  const paths = spacePaths(resolve(root))
  const wants = [...(await wantsOf(paths)), ...(await readSourceWants(paths))]
  const environmentOfUser = { DATACORTEX_CONFIG_DIR: config }
  const { state, allowed } = await readTrust(paths.root, environmentOfUser)
  const isAllowed = wants.every(({ digest }) => allowed.some((one) => one.digest === digest))
  if (state === 'restricted' || !isAllowed)
    await trustSpace(paths.root, { allowed: wants, environment: environmentOfUser })
}

/** The same before a command runs, of the space that it works in. */
export async function trustBefore(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> | undefined },
): Promise<void> {
  const named = args[args.indexOf('--root') + 1]
  const root = args.includes('--root') && named !== undefined ? resolve(cwd, named) : await spaceAbove(cwd)
  if (root === undefined || !(await isThere(join(root, '.datacore/')))) return
  await trustAll(root, env['DATACORTEX_CONFIG_DIR'] ?? environment(cwd)['DATACORTEX_CONFIG_DIR'])
}

async function spaceAbove(cwd: string): Promise<string | undefined> {
  try {
    return (await findSpace(cwd)).root
  } catch {
    return undefined
  }
}

/** Settings that can't be read want nothing. */
async function wantsOf(paths: SpacePaths) {
  try {
    return await readSettingsWants(paths)
  } catch {
    return []
  }
}
