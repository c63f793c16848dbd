import { type Address, getAddress, isAddress } from 'viem'
import { chainError } from '../errors.ts'

/** An address that a person named; mixed case is a checksum, which finds slips. */
export function addressOption(name: string, value: string): Address {
  if (isAddress(value)) return getAddress(value)
  if (isAddress(value, { strict: false }))
    throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
      reason: `${name} is mistyped: upper and lower case of its letters do not fit each other (EIP-55)`,
      hint: 'Copy it again, or write it in lower case if you are sure of it.',
    })
  throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
    reason: `${name} is no address`,
    hint: 'Give 0x and 40 hexadecimal digits.',
  })
}
