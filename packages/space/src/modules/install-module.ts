import type { Finding } from '@datacortex/errors'
import type { InstalledModule } from '@datacortex/modules'
import {
  examinePlan,
  installModule as installPlan,
  isCodeAsked,
  planModuleInstall,
  refuseBrokenCode,
} from '@datacortex/modules'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { operation } from '../operation.ts'
import { type Findable, findableOrWhyNot } from '../indexing/make-findable.ts'
import { dryRun, place } from '../schema.ts'
import { noteVersions } from './note-versions.ts'
import { type PlannedModule, plannedModule } from './planned-module.ts'

type Installed = Omit<InstalledModule, 'hookReports'> &
  Pick<PlannedModule, 'code' | 'secrets'> & {
    readonly findings: readonly Finding[]
    /** What the hooks did that were called for it. */
    readonly hooks: readonly HookOutcome[]
    readonly plan: PlannedModule
    /** Whether somebody was asked, who has seen the plan. */
    readonly asked: boolean
    /** Of making its agents findable; absent if nothing was changed. */
    readonly find?: Findable | undefined
  }

type HookOutcome = {
  readonly module: string
  readonly ok: boolean
  readonly code?: string | undefined
  readonly message?: string | undefined
}

export const installModule = operation({
  input: z.strictObject({ spec: place, yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ module: z.string(), version: z.string().optional(), installed: z.literal(false).optional() }),
  run: async (
    work,
    { spec, yes = false, dry_run: isDry = false },
  ): Promise<Installed | { readonly module: string; readonly installed: false }> => {
    const { paths, signal, onProgress, bundledDirectory } = work
    await using plan = await planModuleInstall(paths, spec, { signal, onProgress, bundledDirectory })
    const module = plan.manifest.name
    const shown = plannedModule(plan)
    // Files that came with a space are there already, and yet this user never said yes to them.
    const isSettled = plan.alreadyInstalled && plan.approved && plan.widened === undefined
    const asked = !isDry && !yes && !isSettled
    if (asked && !(await agreed(work, `Install ${module}?`, { module: shown }))) return { module, installed: false }
    onProgress({ stage: 'try', done: 0, subject: module })
    // Nobody agreed to code that is only asked about.
    const findings = !isDry && isCodeAsked(plan.manifest) ? await examinePlan(paths, plan, { signal }) : []
    refuseBrokenCode(findings)
    const log = await work.openLog()
    const options = { dryRun: isDry, signal, onProgress, bundledDirectory, log }
    if (!isDry) await noteVersions(work)
    const { hookReports, ...installed } = await installPlan(paths, plan, options)
    if (!isDry) await noteVersions(work)
    const find = !isDry && installed.changed ? await findableOrWhyNot(work) : undefined
    const hooks = hookReports.map(({ module: of, error }) => ({
      module: of,
      ok: error === undefined,
      ...(error === undefined ? {} : { code: error.code, message: error.message }),
    }))
    return { ...installed, code: plan.code, secrets: plan.secrets, findings, hooks, plan: shown, asked, find }
  },
})
