# Receives webhooks with Ruby 3: SIGNING_SECRET=… ENCRYPTION_KEY=… ruby receiver.rb
# The server is WEBrick. If your Ruby does not include it: gem install webrick.
require 'webrick'

# #region verify
require 'base64'
require 'openssl'

class Refused < StandardError; end

# The JSON text of a genuine, current delivery. Raises the reason for any other.
def open_delivery(body, headers, secrets, keys)
  id, time, signatures = %w[webhook-id webhook-timestamp webhook-signature].map { |name| headers[name].to_s }
  raise Refused, 'unsigned' if [id, time, signatures].any?(&:empty?)

  is_signed = secrets.any? do |secret|
    mac = OpenSSL::HMAC.digest('SHA256', secret, "#{id}.#{time}.".b + body)
    signatures.split(' ').any? { |signature| OpenSSL.secure_compare(signature, "v1,#{Base64.strict_encode64(mac)}") }
  end
  raise Refused, 'wrong-signature' unless is_signed && time.match?(/\A\d+\z/)
  raise Refused, 'wrong-time' if (Time.now.to_i - time.to_i).abs > 300

  iv = headers['x-svc-encryption-iv']
  raise Refused, 'not-encrypted' if iv.nil? && keys.any?

  (iv ? decrypt(body, iv, keys) : body).dup.force_encoding('UTF-8')
end

# AES-256-GCM; the last 16 bytes are the tag. Ruby would accept a shorter one. There are several keys during a rotation.
def decrypt(body, iv, keys)
  keys.each do |key|
    sealed = Base64.strict_decode64(body)
    raise ArgumentError if sealed.bytesize < 16

    cipher = OpenSSL::Cipher.new('aes-256-gcm').decrypt
    cipher.key = Base64.strict_decode64(key)
    cipher.iv = Base64.strict_decode64(iv)
    cipher.auth_tag = sealed.byteslice(-16, 16)
    text = sealed.bytesize > 16 ? cipher.update(sealed.byteslice(0...-16)) : ''
    return text + cipher.final
  rescue OpenSSL::Cipher::CipherError, ArgumentError
    next # try the next key
  end
  raise Refused, keys.empty? ? 'no-key' : 'undecryptable'
end

# The older signature covers the body alone: it proves the sender, but not that the delivery is new.
def body_signature?(body, headers, secrets)
  given = %w[x-svc-signature x-svc-signature-next].map { |name| headers[name].to_s }
  macs = secrets.map { |secret| OpenSSL::HMAC.hexdigest('SHA512', secret, body) }
  macs.any? { |mac| given.any? { |signature| OpenSSL.secure_compare(signature, mac) } }
end
# #endregion

settings = ->(*names) { names.filter_map { |name| ENV[name] unless ENV[name].to_s.empty? } }
secrets = settings.call('SIGNING_SECRET', 'SIGNING_SECRET_NEXT')
keys = settings.call('ENCRYPTION_KEY', 'ENCRYPTION_KEY_NEXT')
abort 'SIGNING_SECRET is not set' if secrets.empty?

$stdout.sync = true
server = WEBrick::HTTPServer.new(
  BindAddress: '127.0.0.1', Port: ENV.fetch('PORT', 8377).to_i, # behind your TLS proxy
  AccessLog: [], Logger: WEBrick::Log.new($stderr, WEBrick::Log::WARN)
)
server.mount_proc('/') do |request, response|
  body = request.body.to_s.b
  text = open_delivery(body, request, secrets, keys)
  by = body_signature?(body, request, secrets) ? 'both signatures' : 'webhook-signature'
  puts "verified by #{by}: #{text}" # your part: store it, respond, process it later
  response.status = 204
rescue Refused => e
  puts "refused: #{e.message}"
  response.status = 400
end
%w[INT TERM].each { |signal| trap(signal) { server.shutdown } }
server.start
