import { format } from '../api/messages/template';
import chinese from '../../l10n/bundle.l10n.zh-cn.json';

/** The values of `--lang`. */
export const languages = ['en', 'zh-cn'] as const;
type Language = (typeof languages)[number];

const translations: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, 'zh-cn': chinese };
let current: Language = 'en';

/** Sets the language of all later output of this process. */
export function useLanguage(language: Language): void {
  current = language;
}

/** Translates a template into the language of the process and fills in its placeholders. */
export function t(template: string, ...values: (string | number)[]): string {
  const translated = Object.hasOwn(translations[current], template) ? translations[current][template] : undefined;
  return format(translated ?? template, values);
}

/**
 * Returns the language of `--lang`, otherwise of LC_ALL, LC_MESSAGES or LANG, in the order of POSIX. Returns English
 * for unknown languages.
 */
export function languageOf(argv: readonly string[], env: NodeJS.ProcessEnv): Language {
  const at = argv.findIndex(arg => arg === '--lang' || arg.startsWith('--lang='));
  const option = at < 0 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1] ?? '');
  const locale = option ?? (env.LC_ALL || env.LC_MESSAGES || env.LANG || '');
  return /^zh(?:[-_](?:cn|sg|hans(?:[-_]\w+)?))?(?:[.@]|$)/i.test(locale) ? 'zh-cn' : 'en';
}
