import { readTextFile, recordOf, schemaIssues } from '@datacortex/platform'
import { z } from 'zod'
import { cognitionError } from '../errors.ts'

export const specVersion = '1.4.0'

/** Who an agent is (ACAS 1.4.0, section 1). */
export type Identity = {
  readonly name: string
  readonly uid: string
  /** One line. */
  readonly persona: string
  /** Such as `recall:v1`. */
  readonly capabilities: readonly string[]
  readonly personality?: readonly string[] | undefined
  readonly tone?: string | undefined
  readonly language?: readonly string[] | undefined
  readonly origin?: string | undefined
  readonly boundaries?: readonly string[] | undefined
}

const isSaid = (text: string): boolean => text.trim() !== ''
const orAbsent = <T>(value: T | null | undefined): T | undefined => value ?? undefined
const said = z.string().refine(isSaid, 'it is empty')
const some = z.array(said).nullish().transform(orAbsent)
const maybe = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text : undefined))

/** A list of capabilities (ACAS 1.4.0, section 1.2). */
export const Capabilities: z.ZodType<readonly string[]> = z.array(
  z.string().regex(/^[^:\s]+:v(?:0|[1-9]\d*)$/, 'expected <tool>:v<major>, such as recall:v1'),
)

/** The id by which a platform knows an agent. */
export const Uid: z.ZodType<string> = z
  .string('expected a text in quotes: a number would lose digits')
  .refine(isSaid, 'it is empty')

const IdentityFile = z.looseObject({
  spec_version: z.string().regex(/^1\.\d+\.\d+$/, 'expected a version of ACAS 1, such as "1.4.0"'),
  identity: z.looseObject({
    name: said,
    uid: Uid,
    persona: said.refine((text) => !text.trim().includes('\n'), 'expected one line'),
    capabilities: Capabilities,
    personality: some,
    tone: maybe,
    language: some,
    origin: maybe,
    boundaries: some,
  }),
})

/**
 * Reads an identity.
 *
 * @param file - Path of its `identity.yaml`.
 * @throws `COGNITION_IDENTITY_INVALID` if it can't be read, is no YAML or lacks what the specification requires.
 * @example (await readIdentity(file)).uid
 */
export async function readIdentity(file: string): Promise<Identity> {
  const read = await readTextFile(file, { maxBytes: 100_000 })
  const refused = (issues: readonly string[]) => cognitionError('COGNITION_IDENTITY_INVALID', { file, issues })
  if (!read.ok) throw refused([read.reason])
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document, problems } = parseYaml(read.text)
  const [problem] = problems
  if (problem !== undefined) throw refused([`line ${problem.line}: ${problem.message}`])
  const parsed = IdentityFile.safeParse(recordOf(document.toJS()))
  if (!parsed.success) throw refused(schemaIssues(parsed.error))
  return parsed.data.identity
}
