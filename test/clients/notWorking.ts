/** Public methods that are not tested, with the reason. */
export const notTried: Record<string, string> = {
  use: 'extends the SDK',
  init: 'every session begins with it',
  'auth.silentLogin (web)': 'the build for browsers itself rejects the call',
  'ErrorTracker.enable': 'reports to another service',
  'ErrorTracker.track': 'reports to another service',
  'ErrorTracker.metaData': 'reports to another service',
  'TableObject#subscribe': 'needs a WebSocket; the sandbox has none',
  'CurrentUser#initAttribute': 'sends nothing',
  'CurrentUser#updateMobile': 'does nothing in the build that has it',
  'CurrentUser#requestMobileVerification': 'does nothing in the build that has it',
};

/** These methods exist in every build, but work only in the build for their platform. */
for (const platform of ['Wechat', 'Alipay', 'QQ', 'Baidu', 'Tt', 'Jd', 'Ks', 'ThirdParty', 'ThirdPartyWithAuthData']) {
  notTried[`CurrentUser#link${platform}`] = 'the builds for other platforms themselves reject the call';
}

const encoder = 'the sandbox makes no media: that needs a video encoder';

/** Known failures with their reason: methods of the SDK, and requests of the other builds as `platform: request`. */
export const notWorking: Record<string, string> = {
  'File#genVideoSnapshot': encoder,
  'File#videoConcat': encoder,
  'File#videoClip': encoder,
  'File#videoMeta': encoder,
  'File#videoAudioMeta': encoder,
};
