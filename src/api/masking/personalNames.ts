import { isLastingCredential } from '../credentialFields';

/** Phrases that make the name of a column or key personal, as the whole name or as consecutive words of it. */
const personalWords = [
  ...[
    'phone',
    'phone number',
    'mobile',
    'mobile number',
    'tel',
    'telephone',
    'cellphone',
    'fax',
    'email',
    'mail',
    'qq',
    'wechat',
    'weixin',
    'whatsapp',
  ],
  ...['openid', 'open id', 'unionid', 'union id', 'id card', 'idcard', 'identity card', 'identity number', 'passport'],
  ...['id number', 'id no', 'card no', 'we chat'],
  ...['passport number', 'passport no'],
  ...['contact', 'contact name', 'real name', 'realname', 'full name', 'first name', 'last name', 'family name'],
  ...['given name', 'nickname', 'nick name', 'user name', 'username', 'customer name', 'buyer name', 'member name'],
  ...['receiver', 'receiver name', 'recipient', 'consignee', 'address', 'addr', 'street', 'birthday', 'birth date'],
  ...['date of birth', 'bank card', 'bank account', 'card number', 'license plate', 'secret', 'password', 'ip'],
  ...['authorization', 'cookie'],
];
const personalPhrases = new Set(personalWords.flatMap(words => [words, words.replaceAll(' ', '')]));
const longestPhrase = 3;
/** Before each word of `userPhone` and `QQNumber`. The `s` of `openIDs` is a plural. */
const wordStart = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])/g;

/**
 * Parts of Chinese names that make a column or key personal. Chinese has no spaces between words. The kind of a document
 * (证件类型) is not personal.
 */
const personalChinese =
  /手机|电话|座机|传真|邮箱|邮件|微信|用户名|联系方式|姓名|昵称|真实名|收货人|收件人|联系人|地址|住址|身份证|护照|证件(?!类)|生日|出生|银行[卡账]|卡号|车牌|密码|口令/;

/**
 * True if the name of a column or key suggests personal data or a credential, for example `phone`, `contact_name`,
 * `receiverAddress` or `收货人`.
 */
export function isPersonalName(name: string): boolean {
  if (personalChinese.test(name) || isLastingCredential(name)) return true;
  const words = name
    .replace(wordStart, '_')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '');
  return words.some((_, start) =>
    Array.from({ length: longestPhrase }, (__, more) => words.slice(start, start + more + 1).join(' ')).some(
      (phrase, more) => {
        const isLast = start + more + 1 === words.length;
        // The last word may be a plural.
        return [phrase, ...(isLast ? [phrase.replace(/s$/, ''), phrase.replace(/es$/, '')] : [])].some(each =>
          personalPhrases.has(each),
        );
      },
    ),
  );
}
