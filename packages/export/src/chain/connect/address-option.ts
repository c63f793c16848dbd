import { type Address, getAddress, isAddress } from 'viem'
import { optionMissing } from '../errors.ts'

/** An address that a person named; mixed case is a checksum, which finds slips. */
export function addressOption(name: string, value: string): Address {
  if (isAddress(value)) return getAddress(value)
  if (isAddress(value, { strict: false }))
    throw optionMissing(
      `${name} is mistyped: upper and lower case of its letters do not fit each other (EIP-55)`,
      'Copy it again, or write it in lower case if you are sure of it.',
    )
  throw optionMissing(`${name} is no address`, 'Give 0x and 40 hexadecimal digits.')
}
