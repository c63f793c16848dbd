import { foldedName } from '../writes/folded-name.ts'

/** Files and folders in which people and programs keep secrets, at any depth; `*` stands for a part of a name. */
const secretPlaces =
  '.datacore/env .ssh .gnupg .gpg .age .aws .azure .kube .docker .password-store .secrets .vault-token .terraform.d ' +
  '.config/gcloud .config/gh .config/op .config/hub .config/rclone .config/sops .config/filezilla .config/containers ' +
  '.local/share/keyrings .local/share/kwalletd library/keychains .mozilla .thunderbird .config/google-chrome .config/chromium ' +
  'library/cookies appdata/roaming/gnupg .bitcoin .ethereum .electrum .foundry/keystores .config/solana keystore/utc--* ' +
  '.cargo/credentials* .gem/credentials .m2/settings*.xml .gradle/gradle.properties .composer/auth.json .nuget/nuget.config ' +
  'etc/shadow* etc/gshadow* etc/sudoers* etc/ssl/private proc/*/environ proc/*/mem run/secrets ' +
  '.env .env.* .envrc .netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .pgpass .my.cnf .mylogin.cnf .htpasswd .dockercfg ' +
  '.s3cfg .boto .authinfo* .esmtprc .msmtprc .xauthority .*_history id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_ed25519_sk ' +
  '*.pem *.key *.p8 *.p12 *.pfx *.pkcs12 *.jks *.keystore *.bcfks *.kdb *.kdbx *.ppk *.agekey *.keychain *.keychain-db *.ovpn ' +
  '*.tfstate *.wallet wallet.dat utc--*'

const secret = placed(secretPlaces)
const kept = placed('.datacore/state .datacore/cache')
const git = placed('.git')

/** What names a place itself, or anything below it. */
function placed(places: string): RegExp {
  const patterns = places.split(' ').map((place) => RegExp.escape(place).replaceAll('\\*', '[^/]*'))
  return new RegExp(`(?:^|/)(?:${patterns.join('|')})(?:/|$)`, 's')
}

/**
 * Why a path is never read into a context or an index, or sent anywhere: the secrets of the space,
 * places in which programs keep keys, git's own folder, and what the program keeps of agents' runs.
 * @param path - Relative to the space, or absolute if it lies elsewhere; `/` between the parts.
 * @example secretPlace('.datacore/env/SERPAPI_KEY') // 'it holds secrets, which are never loaded'
 */
export function secretPlace(path: string): string | undefined {
  const reason = holdsSecrets(path)
  // Answers, memories and excerpts of agents that may be shown more; no path says how closed each of them is.
  const isKept = reason === undefined && kept.test(plain(path))
  return isKept ? 'it holds what other agents did and were shown, which is never loaded' : reason
}

/** The same but for what the program keeps, which it reads itself. */
export function holdsSecrets(path: string): string | undefined {
  const name = plain(path)
  if (secret.test(name)) return 'it holds secrets, which are never loaded'
  return git.test(name) ? 'it belongs to git, not to the space' : undefined
}

function plain(path: string): string {
  return foldedName(path).replaceAll('\\', '/')
}
