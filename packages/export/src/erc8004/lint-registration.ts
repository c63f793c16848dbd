import { type Finding, errorFinding, infoFinding, warningFinding } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { itemsOf } from '../publish/outside-fields.ts'
import { lintRegistrations } from './lint-registrations.ts'
import { lintServices } from './lint-services.ts'
import { registrationType } from './registration-file.ts'

/**
 * Checks an ERC-8004 registration file: what the standard demands, what indexers need and what older drafts had.
 * @param options - `subject`: what to call it, such as the agent's id or the address; `registration file` if absent.
 * @returns Errors (readers refuse or misread it), warnings (it is hard to find or to trust), information.
 * @example lintRegistration(JSON.parse(text), { subject: 'writer' })
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export function lintRegistration(
  file: unknown,
  options: { readonly subject?: string | undefined } = {},
): readonly Finding[] {
  const subject = options.subject ?? 'registration file'
  const found = isRecord(file)
    ? [
        ...lintType(file['type']),
        ...lintText(file['name'], { field: 'name', least: 3, most: 200 }),
        ...lintText(file['description'], { field: 'description', least: 50, most: 500 }),
        ...lintImage(file['image']),
        ...lintServices(file),
        ...lintFlags(file),
        ...lintRegistrations(file['registrations']),
        ...lintTrust(file['supportedTrust']),
        ...lintUnknown(file),
      ]
    : [errorFinding('ERC8004_NOT_AN_OBJECT', 'file', { message: 'It is no JSON object.', hint: 'Export it again.' })]
  return found.map((one) => ({ ...one, subject: `${subject}: ${one.subject}` }))
}

function lintType(type: unknown): readonly Finding[] {
  if (type === registrationType) return []
  const hint = `It must be ${JSON.stringify(registrationType)}.`
  return [errorFinding('ERC8004_TYPE_WRONG', 'type', { message: `It is ${short(type)}.`, hint })]
}

type TextRule = { readonly field: 'name' | 'description'; readonly least: number; readonly most: number }

function lintText(text: unknown, { field, least, most }: TextRule): readonly Finding[] {
  const code = field.toUpperCase()
  if (typeof text !== 'string' || text.trim() === '') {
    const words = { message: 'It is missing or empty.', hint: `Fill in \`${field}\`.` }
    return [errorFinding(`ERC8004_${code}_MISSING`, field, words)]
  }
  const { length } = Array.from(text)
  if (length >= least && length <= most) return []
  const message = `It has ${length} characters; indexers expect ${least} to ${most}.`
  return [warningFinding(`ERC8004_${code}_LENGTH`, field, { message, hint: `Change \`${field}\`.` })]
}

function lintImage(image: unknown): readonly Finding[] {
  if (image === undefined)
    return [
      infoFinding('ERC8004_IMAGE_MISSING', 'x-erc8004.image', {
        message: 'Wallets and explorers show an image; there is none.',
        hint: 'Give one under `x-erc8004.image`.',
      }),
    ]
  if (typeof image === 'string' && /^(?:https:\/\/|ipfs:\/\/|data:image\/)\S+$/.test(image)) return []
  return [
    errorFinding('ERC8004_IMAGE_INVALID', 'x-erc8004.image', {
      message: `${short(image)} is no https, ipfs or data address of an image.`,
      hint: 'Correct `x-erc8004.image` or leave it out.',
    }),
  ]
}

function lintFlags(file: Readonly<Record<string, unknown>>): readonly Finding[] {
  const wrong = ['x402Support', 'active'].filter(
    (field) => file[field] !== undefined && typeof file[field] !== 'boolean',
  )
  const found = wrong.map((field) =>
    errorFinding('ERC8004_FLAG_INVALID', field, {
      message: `It is ${short(file[field])}.`,
      hint: `\`${field}\` must be true or false.`,
    }),
  )
  if (file['x402support'] === undefined) return found
  const words = { message: 'It is written `x402support`.', hint: 'Write `x402Support`.' }
  return [...found, errorFinding('ERC8004_FLAG_INVALID', 'x402Support', words)]
}

const trusts = ['reputation', 'crypto-economic', 'tee-attestation']

function lintTrust(trust: unknown): readonly Finding[] {
  if (trust === undefined) return []
  const field = 'erc8004.supportedTrust'
  if (!Array.isArray(trust))
    return [errorFinding('ERC8004_TRUST_INVALID', field, { message: `It is ${short(trust)}.`, hint: 'Write a list.' })]
  return itemsOf(trust)
    .filter((one) => typeof one !== 'string' || !trusts.includes(one))
    .map((one) =>
      warningFinding('ERC8004_TRUST_UNKNOWN', field, {
        message: `${short(one)} is no kind of trust that the standard names.`,
        hint: `It names ${trusts.join(', ')}.`,
      }),
    )
}

const known = new Set(
  'type name description image services endpoints x402Support x402support active registrations supportedTrust updatedAt'.split(
    ' ',
  ),
)

function lintUnknown(file: Readonly<Record<string, unknown>>): readonly Finding[] {
  const unknown = Object.keys(file).filter((field) => !known.has(field))
  if (unknown.length === 0) return []
  const names = unknown.slice(0, 5).map(short).join(', ')
  const more = unknown.length > 5 ? ` and ${unknown.length - 5} more fields` : ''
  const message = `It has ${names}${more}, which the standard does not name.`
  return [infoFinding('ERC8004_FIELD_UNKNOWN', 'file', { message, hint: 'Readers pass over them.' })]
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
