/** Why no encrypted connection came about, in words for people: those of OpenSSL are for its developers. */
export function tlsReason(code: string): string | undefined {
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1]
  return reason === undefined ? undefined : `${reason} (${code})`
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired, or the clock of this machine is wrong'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet, or the clock of this machine is wrong'],
  [/^CERT_REVOKED$/, 'its certificate was revoked'],
  [
    /^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT/,
    'its certificate is self-signed: nobody whom this machine trusts vouches for it',
  ],
  [/^ERR_TLS_CERT_ALTNAME/, 'its certificate is for another host name and does not match this one'],
  [
    /^(?:UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|CERT_UNTRUSTED$)/,
    'its certificate comes from nobody whom this machine trusts, or a certificate between is missing',
  ],
  [/^CERT_/, 'its certificate is not valid'],
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    'it does not speak TLS there; its address may begin with http',
  ],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'no encrypted connection to it came about: a protocol error of TLS'],
]
