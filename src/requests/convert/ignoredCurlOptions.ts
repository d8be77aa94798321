/** The options of cURL with an argument that do not change the request. */
export const ignoredOptions = new Set(
  (
    '-o --output -m --max-time --connect-timeout -x --proxy -U --proxy-user --cacert --capath -E --cert --key --cert-type ' +
    '-w --write-out -c --cookie-jar --retry --retry-delay --retry-max-time -D --dump-header --resolve ' +
    '--connect-to --interface --limit-rate --max-redirs --max-filesize --ciphers --tls-max --tls13-ciphers --curves ' +
    '-y --speed-time -Y --speed-limit --unix-socket --abstract-unix-socket --noproxy --dns-servers ' +
    '--dns-interface --dns-ipv4-addr --dns-ipv6-addr --doh-url --stderr --trace --trace-ascii --trace-config --libcurl ' +
    '-Q --quote -P --ftp-port -t --telnet-option --alt-svc --hsts --rate ' +
    '--create-file-mode --output-dir --crlfile --delegation --ech --egd-file --random-file --engine --etag-compare ' +
    '--etag-save --expect100-timeout --happy-eyeballs-timeout-ms --keepalive-time --keepalive-cnt --key-type --pass ' +
    '--krb --local-port --login-options --netrc-file --parallel-max --pinnedpubkey --proto --proto-default ' +
    '--proto-redir --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile ' +
    '--proxy-header --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name ' +
    '--proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy1.0 --preproxy --pubkey ' +
    '--sasl-authzid --service-name --sigalgs --socks4 --socks4a --socks5 --socks5-hostname --socks5-gssapi-service ' +
    '--tlsauthtype --tlspassword --tlsuser --variable --haproxy-clientip --ip-tos --vlan-priority --ipfs-gateway ' +
    '--ftp-account --ftp-alternative-to-user --ftp-method --ftp-ssl-ccc-mode --mail-auth --mail-from --mail-rcpt ' +
    '--tftp-blksize --hostpubmd5 --hostpubsha256 --knownhosts --upload-flags ' +
    '--ssl-sessions --parallel-max-host'
  ).split(' '),
);
