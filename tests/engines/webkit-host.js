/**
 * A window around WebKitGTK, for gjs. It has only those parts of a browser that the tests need. WebKitWebDriver starts it and drives it.
 * WebKitGTK's own MiniBrowser can't be used: it stores no data, is too wide for a phone, and reports nothing about its storage.
 *
 * The program has one argument, in JSON: `folder` (for its data; null: a private window), `width`, `height`, `isDark`, `location` ('fix',
 * 'denied' or 'none': allowed, but never found), `features` (names of the WebKit features to switch on).
 */
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit2 from 'gi://WebKit2?version=4.1';
import { programArgs } from 'system';

const { folder, width, height, isDark, location, features } = JSON.parse(programArgs[0]);

Gtk.init(null);
Gtk.Settings.get_default().gtk_application_prefer_dark_theme = isDark;

const context =
  folder === null
    ? WebKit2.WebContext.new_ephemeral()
    : new WebKit2.WebContext({
        website_data_manager: new WebKit2.WebsiteDataManager({
          base_data_directory: GLib.build_filenamev([folder, 'data']),
          base_cache_directory: GLib.build_filenamev([folder, 'cache']),
        }),
      });

context.set_preferred_languages(['en-ZA']);

const settings = new WebKit2.Settings({ enable_write_console_messages_to_stdout: true });
const known = WebKit2.Settings.get_all_features();
for (let index = 0; index < known.get_length(); index += 1) {
  const feature = known.get(index);
  if (features.includes(feature.get_identifier())) settings.set_feature_enabled(feature, true);
}

// A made-up position: Cape Town.
const places = context.get_geolocation_manager();
places.connect('start', () => {
  if (location === 'fix')
    places.update_position(new WebKit2.GeolocationPosition(-33.918861, 18.4233, 12));
  return true;
});

/** Opens a tab in its own window. The window contains only the page, so that the page has exactly the wanted width. */
function openWindow() {
  const view = new WebKit2.WebView({
    web_context: context,
    settings,
    is_controlled_by_automation: true,
  });
  view.connect('permission-request', (_view, request) => {
    const isLocation = request instanceof WebKit2.GeolocationPermissionRequest;
    if (isLocation && location !== 'denied') request.allow();
    else request.deny();
    return true;
  });
  const window = new Gtk.Window({ default_width: width, default_height: height });
  window.add(view);
  window.show_all();
  return view;
}

context.connect('automation-started', (_context, session) => {
  const info = new WebKit2.ApplicationInfo();
  info.set_name('veld-webkit');
  info.set_version(2, 50, 0);
  session.set_application_info(info);
  session.connect('create-web-view', openWindow);
});
context.set_automation_allowed(true);

new GLib.MainLoop(null, false).run();
