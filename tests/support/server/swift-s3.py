"""OpenStack Swift with its layer of S3, all of it in one process: swift-s3.py <empty folder> <port>. Ends when its input does."""

import os
import sys

from swift.common import utils

utils.HASH_PATH_SUFFIX = b'tests'
utils.eventlet_monkey_patch()

import eventlet
from eventlet import wsgi
from eventlet.green import os as green_os
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

folder, port = sys.argv[1], int(sys.argv[2])
os.makedirs(folder + '/devices/disk')


class EmptyCache:
    """Some parts insist on a cache; it may have forgotten everything."""

    def __getattr__(self, _):
        return lambda *_, **__: None


def serve(kind, sock, settings):
    path = folder + '/' + kind + '.conf'
    with open(path, 'w') as conf:
        conf.write(settings)
    app = loadapp(path)

    def answer(env, start_response):
        env['swift.cache'] = EmptyCache()
        return app(env, start_response)

    eventlet.spawn(wsgi.server, sock, answer, protocol=SwiftHttpProtocol, log_output=False)


for kind in ['account', 'container', 'object']:
    sock = eventlet.listen(('127.0.0.1', 0))
    builder = RingBuilder(1, 1, 1)
    device = {'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'device': 'disk'}
    builder.add_dev({**device, 'port': sock.getsockname()[1]})
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
    serve(kind, sock, f'''[DEFAULT]
devices = {folder}/devices
mount_check = false
swift_dir = {folder}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
''')

serve('proxy', eventlet.listen(('127.0.0.1', port)), f'''[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_veld_tests = secret .admin
''')

print('Swift is ready', flush=True)
os.set_blocking(0, False)
while green_os.read(0, 1):
    pass
