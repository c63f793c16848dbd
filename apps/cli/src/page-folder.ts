import { join } from 'node:path'

/** The folder of the page, as `pnpm build` makes it of `apps/web`. */
export function pageFolder(): string {
  return join(import.meta.dirname, '../dist/page')
}
